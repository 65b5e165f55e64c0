"""The rules engine: cards, tables, rules, play, scores, replays and records of Manille.

Standard library only: nothing here knows Django, a clock or a database. Read `RULES.md` beside this
file first; it holds the rules in prose and the worked figures that the tests repeat.
"""

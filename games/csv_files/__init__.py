"""Tables for spreadsheets: a club's people; a competition's entries, fixtures, results, standings.

`text` writes and reads the files and knows nothing of the site. `columns` are the words at their
head, and the words in their cells. What each file holds, and what its lines do when it comes in,
is in the module of its name, of a team league also in `teams` and `meeting_days`; `importing` has
every line go through the verbs of the models.
"""

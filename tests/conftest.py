"""For all tests. The settings they run on are tests/settings.py; browser/conftest.py has more."""

import hypothesis

# No deadline: a slow machine is not a failure.
hypothesis.settings.register_profile("site", deadline=None, print_blob=True)
hypothesis.settings.load_profile("site")

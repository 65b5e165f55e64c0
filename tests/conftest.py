"""For all tests. The settings they run on are tests/settings.py; browser/conftest.py has more."""

import os

import hypothesis

# No deadline: a slow machine is not a failure. The same examples each time, so that what passed
# goes on passing; HYPOTHESIS_PROFILE=search looks for others.
hypothesis.settings.register_profile(
    "site", deadline=None, print_blob=True, derandomize=True, database=None
)
hypothesis.settings.register_profile("search", deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "site"))

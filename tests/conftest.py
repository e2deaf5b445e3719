"""What every suite shares: where a skipped test is a failure, and how Hypothesis searches."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Turn a skipped test into a failure where JAKAJA_NO_SKIPS is set: in `make ci` every gate runs."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("JAKAJA_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and here no gate may be: {report.longrepr}"

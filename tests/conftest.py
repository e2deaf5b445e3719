"""What every suite shares: a skipped test may be a failure, how Hypothesis searches, and interrupts are heard."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


def pytest_configure() -> None:
    """Let programs under test be interrupted also where a shell runs the tests in the background, deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Turn a skipped test into a failure where JAKAJA_NO_SKIPS is set: in `make ci` every gate runs."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("JAKAJA_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and here no gate may be: {report.longrepr}"

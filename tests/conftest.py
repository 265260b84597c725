"""What all tests share: a browser where one is needed, and the promise of a full run."""

import os
import shutil
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import settings

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# The full run, as in .ci/run, has everything installed: there a test that is skipped has not been run.
FULL = os.environ.get("QUARTERDECK_FULL") == "1"

# An example that has to wait for a compiler or for a busy machine is no failure.
settings.register_profile("quarterdeck", deadline=None, print_blob=True)
settings.load_profile("quarterdeck")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium that browser tests drive; without one they are skipped, and fail in the full run."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    pytest.skip("Chromium is not installed: on Debian and Ubuntu, install the package chromium.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _nothing_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _nothing_skipped((yield))


def _nothing_skipped(report: Report) -> Report:
    if FULL and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"The full run skips nothing, but this was skipped: {reason}"
    return report

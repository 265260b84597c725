"""What tests need beside Python is installed where that is possible, by a false apt-get and sudo."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts import system_packages
from scripts.system_packages import main

ROOT = Path(__file__).parents[2]
APT = """#!/bin/sh
echo "$@" >> {log}
for word; do
  case $word in
    {unknown}) exit 100 ;;
    chromium|chromium-headless-shell) ln -sf {true} {bin}/$word ;;
    postgresql) ln -sf {true} {bin}/postgres ;;
  esac
done
"""
SUDO = """#!/bin/sh
[ "$1" = -n ] && shift
{refuses} && exit 1
echo sudo >> {log}
"$@"
"""
BOTH = (
    "Not run: the tests that need Chromium or PostgreSQL. On Debian and Ubuntu this would change it: "
    "sudo apt-get install --no-install-recommends chromium fonts-dejavu-core postgresql\n"
)


@dataclass
class Machine:
    """A computer whose programs are those of one folder."""

    bin: Path
    log: Path

    def add(self, name: str, text: str) -> None:
        path = self.bin / name
        words = {"log": self.log, "bin": self.bin, "true": shutil.which("true", path="/usr/bin:/bin")}
        path.write_text(text.format(**words, refuses="false", unknown="nothing"))
        path.chmod(0o755)

    def has(self, *names: str) -> None:
        for name in names:
            (self.bin / name).touch(0o755)

    @property
    def installed(self) -> list[str]:
        """What apt-get was asked to install, a line for each time."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line.partition("--no-install-recommends ")[2] for line in lines if " install " in line]

    @property
    def asked(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """One with nothing but a shell, whose user is not root and runs no full run."""
    found = Machine(tmp_path / "bin", tmp_path / "log")
    found.bin.mkdir()
    for name in ("env", "ln", "sh", "true"):
        (found.bin / name).symlink_to(str(shutil.which(name, path="/usr/bin:/bin")))
    monkeypatch.setenv("PATH", str(found.bin))
    monkeypatch.delenv("QUARTERDECK_FULL", raising=False)
    monkeypatch.setattr(system_packages, "POSTGRES", tmp_path / "postgresql")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return found


def said(capfd: pytest.CaptureFixture[str]) -> str:
    return capfd.readouterr().out


def test_root_on_debian_installs_everything_and_has_nothing_to_say(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine.add("apt-get", APT)
    assert main([]) == 0
    assert machine.installed == ["chromium fonts-dejavu-core", "postgresql", "chromium-headless-shell"]
    assert machine.asked[0].endswith(" update")
    assert said(capfd).startswith("Installing chromium fonts-dejavu-core postgresql chromium-headless-shell,")
    assert main(["--again"]) == 0
    assert main([]) == 0
    assert said(capfd) == ""
    assert len(machine.asked) == 4


def test_a_sudo_that_asks_for_no_password_installs_as_well(machine: Machine) -> None:
    machine.add("apt-get", APT)
    machine.add("sudo", SUDO)
    assert main([]) == 0
    assert len(machine.installed) == 3
    assert machine.asked.count("sudo") == 5


def test_a_sudo_that_wants_a_password_is_not_waited_for(
    machine: Machine, capfd: pytest.CaptureFixture[str]
) -> None:
    machine.add("apt-get", APT)
    machine.add("sudo", SUDO.replace("{refuses}", "true"))
    assert main([]) == 0
    assert machine.asked == []
    assert said(capfd) == BOTH


def test_a_sudo_that_never_answers_is_given_up(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system_packages, "SUDO_SECONDS", 0.01)
    (machine.bin / "sleep").symlink_to(str(shutil.which("sleep", path="/usr/bin:/bin")))
    machine.add("apt-get", APT)
    machine.add("sudo", "#!/bin/sh\nexec sleep 1000\n")
    assert main([]) == 0
    assert said(capfd) == BOTH
    assert machine.asked == []


@pytest.mark.parametrize("again", [[], ["--again"]])
def test_where_nothing_can_be_installed_one_line_says_what_is_not_run_and_the_cure(
    machine: Machine, capfd: pytest.CaptureFixture[str], again: list[str]
) -> None:
    assert main(again) == 0
    assert said(capfd) == BOTH


def test_only_what_is_missing_is_installed_and_told(
    machine: Machine, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.has("chromium-headless-shell", "postgres")
    assert main([]) == 0
    assert said(capfd).startswith("Not run: the tests that need Chromium with windows. On Debian")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine.add("apt-get", APT)
    assert main([]) == 0
    assert machine.installed == ["chromium fonts-dejavu-core"]


def test_a_package_that_is_unknown_keeps_no_other_one_from_being_installed(
    machine: Machine, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine.add("apt-get", APT.replace("{unknown}", "chromium"))
    assert main([]) == 0
    assert "Not run: the tests that need Chromium with windows. " in said(capfd)
    assert (machine.bin / "postgres").exists()


def test_the_full_run_installs_the_faster_browser_too_and_fails_without_a_program(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUARTERDECK_FULL", "1")
    assert main([]) == 1
    assert said(capfd) == BOTH
    machine.has("chromium", "postgres")
    assert main([]) == 0
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    machine.add("apt-get", APT)
    assert main([]) == 0
    assert machine.installed == ["chromium-headless-shell"]


def test_what_debian_keeps_out_of_the_path_is_found(machine: Machine, tmp_path: Path) -> None:
    machine.has("chromium")
    (tmp_path / "postgresql" / "17" / "bin").mkdir(parents=True)
    (tmp_path / "postgresql" / "17" / "bin" / "postgres").touch()
    machine.add("apt-get", APT)
    machine.add("sudo", SUDO)
    assert main([]) == 0
    assert machine.asked == []


def test_make_test_asks_for_it_at_the_beginning_and_at_the_end_and_the_full_run_does_the_same() -> None:
    planned = subprocess.run(
        ["make", "--dry-run", "test"], cwd=ROOT, capture_output=True, text=True, check=True, env=clean()
    ).stdout
    first, last = planned.index("-m scripts.system_packages\n"), planned.index("system_packages --again")
    assert first < planned.index("-m pytest ") < last
    assert "requirements-dev.txt" not in planned[:first]
    steps = (ROOT / ".ci" / "run").read_text().splitlines()
    assert steps[-1] == "QUARTERDECK_FULL=1 make test"
    assert "apt-get" not in "".join(steps)


def clean() -> dict[str, str]:
    """The environment without what `make test` hands down to the processes that it starts."""
    return {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    }

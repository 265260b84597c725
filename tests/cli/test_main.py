from __future__ import annotations

import os
import resource
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

import quarterdeck
from quarterdeck.cli import main as cli
from quarterdeck.cli import parser, reference, serve
from quarterdeck.cli.commands import COMMANDS
from quarterdeck.settings import PORT, Settings
from tests.catalogues import forget, speak
from tests.cli.command import Command


def run(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """`quarterdeck` in a process of its own."""
    line = [sys.executable, "-m", "quarterdeck", *arguments]
    environment = os.environ | {"PYTHONPATH": str(Path(quarterdeck.__file__).parents[1]), "NO_COLOR": "1"}
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
    return subprocess.run(line, text=True, env=environment, timeout=60, **settings)


def test_version_and_help_go_to_the_output(command: Command) -> None:
    assert command("--version").out == f"quarterdeck {quarterdeck.__version__}\n"
    helped = command("--help")
    assert helped.code == 0
    for name in COMMANDS:
        assert f"\n    {name} " in helped.out
        assert command(name, "--help").out.startswith(f"Usage: quarterdeck {name} ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["plaay"],
            "There is no command “plaay”; there is play, replay, analyse, verify, rules, table, bots, "
            "balance, arena, evaluate, selfplay, puzzles, backup, restore, export, logbook, worker, "
            "push-keys, completion.",
        ),
        (["--data"], "“--data” needs a value."),
        (["--no-browser=3"], "“--no-browser” takes no value."),
        (["--frob"], "“--frob” is no option of this command: see “quarterdeck --help”."),
        (
            ["--port", "1", "bots"],
            "“--port” belongs to the server, which is “quarterdeck” without a command.",
        ),
        (
            ["--port", "0", "play", "meuterer"],
            "“--port” belongs to the server, which is “quarterdeck” without a command.",
        ),
        (
            ["--no-browser", "bots"],
            "“--no-browser” belongs to the server, which is “quarterdeck” without a command.",
        ),
        (["bots", "--bot"], "“--bot” is no option of this command: see “quarterdeck bots --help”."),
        (["bots", "frob"], "“frob” is too much here: see “quarterdeck bots --help”."),
        (["rules", "meuterer", "66", "67"], "“67” is too much here: see “quarterdeck rules --help”."),
        (
            ["arena", "mutiny", "--deals", "1", "random", "--frob"],
            "“--frob” is no option of this command: see “quarterdeck arena --help”.",
        ),
        (["arena"], "GAME, BOT are missing: see “quarterdeck arena --help”."),
        (["table"], "GAME|check is missing: see “quarterdeck table --help”."),
        (["verify"], "FILE is missing: see “quarterdeck verify --help”."),
        (["replay", "x", "--open", "--seat", "1"], "“--seat” and “--open” exclude each other."),
        (["play"], "Which game? “quarterdeck play GAME” plays one of meuterer, cartagena, mutiny."),
        (["table", "check"], "FILE is missing: “quarterdeck table check FILE”."),
        (
            ["table", "check", "meuterer", "mine.toml", "yours.toml"],
            "“yours.toml” is too much: “quarterdeck table GAME” or “quarterdeck table check GAME FILE”.",
        ),
    ],
)
def test_a_wrong_command_line_is_told_in_a_sentence(
    command: Command, arguments: list[str], sentence: str
) -> None:
    assert command.refused(*arguments, code=2) == sentence


@pytest.mark.parametrize(
    ("line", "argument", "value"),
    [
        ("arena meuterer --deals 1 random rule-of-thumb", "bots", ["random", "rule-of-thumb"]),
        ("arena meuterer random --deals 1 rule-of-thumb --all", "bots", ["random", "rule-of-thumb"]),
        ("evaluate rule-of-thumb --deals 1 mutiny", "games", ["mutiny"]),
        ("rules meuterer --language de 66", "rule", "66"),
        ("rules --language de meuterer", "rule", None),
        ("puzzles mine --games 1 meuterer", "puzzles", ["mine", "meuterer"]),
        ("table check --language de mine.toml", "words", ["mine.toml"]),
    ],
)
def test_words_may_follow_options(line: str, argument: str, value: object) -> None:
    assert getattr(parser.parse(line.split()), argument) == value


EMPTY = "the value is empty: fill it in."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "many"], "“--port”: “many” is no whole number from 0 to 65535."),
        (["--port", "65536"], "“--port”: “65536” is no whole number from 0 to 65535."),
        (["play", "meuterer", "--seat", "-1"], "“--seat”: “-1” is no whole number from 0 to 99."),
        (["--data", ""], f"“--data”: {EMPTY}"),
        (["--host", " "], f"“--host”: {EMPTY}"),
        (["play", "meuterer", "--save", ""], f"“--save”: {EMPTY}"),
    ],
)
def test_a_wrong_value_is_bad_input_also_where_no_game_is_asked(
    command: Command, arguments: list[str], sentence: str
) -> None:
    assert command.refused(*arguments, code=1) == sentence


@pytest.mark.parametrize("host", ["a..b", "h" * 300])
def test_what_can_be_no_host_is_told_in_a_sentence(command: Command, host: str) -> None:
    told = command.refused("--host", host, "--port", 0, "--no-browser", "--data", "ship")
    assert told.endswith(", port 0 (no computer has such a name): try another --host.")
    assert len(told) < 200


def test_a_host_that_is_no_text_is_told_in_a_sentence(command: Command) -> None:
    told = command.refused("--host", "\udcff.example", "--port", 0, "--no-browser", "--data", "ship")
    assert told == "--host is “\ufffd.example”, and has to be an address or a name of this computer."


def test_a_host_of_somebody_else_asks_for_another_host(command: Command) -> None:
    told = command.refused("--host", "203.0.113.1", "--port", 0, "--no-browser", "--data", "ship")
    assert told.endswith(": try another --host.")


def test_the_last_port_is_not_followed_by_another(command: Command) -> None:
    with socket.socket() as taken:
        try:
            taken.bind(("127.0.0.1", 65535))
            taken.listen()
        except OSError:
            pass  # then somebody else has it, which does as well
        told = command.refused("--port", 65535, "--no-browser", "--data", "ship")
    assert told.endswith(f": try --port {parser.PORT}.")


def test_data_in_the_own_folder_is_found_without_a_shell(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert parser.parse(["--data=~/ship"]).data == Path("/home/ann/ship")


def test_without_a_command_the_server_starts_as_the_options_say(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[Settings, bool]] = []

    def note(settings: Settings, open_browser: bool) -> int:
        calls.append((settings, open_browser))
        return 0

    monkeypatch.setattr(serve, "serve", note)
    assert command().code == 0
    assert command("--port", 0, "--no-browser", "--host", "::1", "--data", "ship").code == 0
    Path("mine.toml").write_text('port = 1\nhost = "::1"')
    assert command("--config", "mine.toml", "--port", 2).code == 0
    told = [(one.host, one.port, one.data, browser) for one, browser in calls]
    assert told == [
        ("127.0.0.1", PORT, None, True),
        ("::1", 0, Path("ship"), False),
        ("::1", 2, None, True),
    ]


def test_a_fault_names_its_place_and_no_secret(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_options: object) -> int:
        raise ZeroDivisionError("the seed is swordfish")

    monkeypatch.setattr(reference, "bots", fail)
    told = command.refused("bots", code=70)
    assert "ZeroDivisionError, test_main.py:" in told
    assert "swordfish" not in told
    monkeypatch.setenv("QUARTERDECK_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        command("bots")


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue with two sentences, and a bare one beside it."""
    catalog = Catalog(locale="de")
    catalog.add("show this help", "diese Hilfe zeigen")
    catalog.add("“{option}” needs a value.", "„{option}“ braucht einen Wert.")
    speak([catalog, Catalog(locale="fr")], tmp_path / "locale", monkeypatch)
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("german")
def test_the_language_is_the_systems(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli._language_of_messages([], {"LC_ALL": "de_AT.UTF-8", "LANG": "fr_FR"}) == "de_AT"
    assert cli._language_of_messages([], {"LANGUAGE": "xx:fr:de", "LC_ALL": "C"}) == "fr"
    assert cli._language_of_messages([], {"LANG": "C.UTF-8"}) == "en"
    assert cli._language_of_messages([], {}) == "en"
    assert cli._language_of_messages(["--language", "xx"], {"LANG": "de_DE.UTF-8"}) == "de_DE"
    monkeypatch.setenv("LANGUAGE", "xx_YY.UTF-8")
    assert command("bots").code == 0


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    "line",
    ["--language de --help", "play --language=de-AT --help", "--language de play --help"],
)
def test_the_help_speaks_the_language_of_the_option(command: Command, line: str) -> None:
    assert "diese Hilfe zeigen" in command(*line.split()).out


@pytest.mark.usefixtures("german")
def test_a_language_that_is_not_there_is_refused(command: Command) -> None:
    told = command.refused("bots", "--language", "xx")
    assert told == "“--language”: “xx” is no language that Quarterdeck speaks; there is en, de, fr."
    assert command.refused("bots", "--language", code=2) == "“--language” needs a value."


def test_a_terminal_of_no_columns_counts_as_one_of_80(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = command("bots").out
    monkeypatch.setenv("COLUMNS", "0")
    assert command("bots").out == usual != ""


def test_a_reader_who_has_enough_is_no_error() -> None:
    line = f"{sys.executable} -m quarterdeck rules meuterer | head -n 1"
    environment = os.environ | {"PYTHONPATH": str(Path(quarterdeck.__file__).parents[1])}
    done = subprocess.run(
        line, shell=True, capture_output=True, text=True, env=environment, timeout=60, check=True
    )
    assert done.stdout == "What is in the box\n"
    assert done.stderr == ""


@pytest.mark.parametrize("words", ["rules meuterer", "replay match.qd", "play meuterer"])
def test_a_reader_who_is_gone_makes_no_command_fail(words: str, match_file: Path) -> None:
    reader, output = os.pipe()
    os.close(reader)
    try:
        done = run(*words.split(), stdin=subprocess.DEVNULL, stdout=output)
    finally:
        os.close(output)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [["table", "meuterer"], ["bots"], ["play", "meuterer"], ["--help"], ["balance", "--help"], ["--version"]],
)
def test_an_output_that_is_full_is_told_in_a_sentence(arguments: list[str], tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = run(*arguments, stdin=subprocess.DEVNULL, stdout=full, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "The output can't be written (No space left on device).\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), [("bots", 0), ("table meuterer", 0), ("plaay", 2)])
def test_a_stream_that_is_closed_is_no_fault(words: str, code: int, closed: str) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(quarterdeck.__file__).parents[1])}
    line = f"{shlex.quote(sys.executable)} -m quarterdeck {words} {closed}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == code
    # Only what the user got wrong is told, and nothing of it where there is nobody to tell.
    assert ("There is no command" in done.stderr) == (code != 0 and "2>" not in closed)
    assert done.stderr.count("\n") <= 1


def test_a_terminal_table_without_an_input_ends_at_once(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(quarterdeck.__file__).parents[1])}
    line = f"{shlex.quote(sys.executable)} -m quarterdeck play mutiny --seed 1 <&-"
    done = subprocess.run(
        line, shell=True, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your move:" in done.stdout


@pytest.mark.parametrize("encoding", ["utf-8:strict", "latin-1:strict", "ascii:strict"])
def test_no_byte_that_comes_in_and_no_letter_that_goes_out_is_a_fault(encoding: str, tmp_path: Path) -> None:
    environment = os.environ | {
        "PYTHONPATH": str(Path(quarterdeck.__file__).parents[1]),
        "PYTHONIOENCODING": encoding,
    }
    line = [sys.executable, "-m", "quarterdeck", "play", "meuterer", "--seed", "5", "--names", "Ann,李,Zoë,D"]
    typed = b"\xff\xfe\nshow \xff\noffer 1\n"
    done = subprocess.run(line, input=typed, capture_output=True, env=environment, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is no action of Meuterer" in done.stdout
    assert b"offer the First Mate 1 point. (ME-20)" in done.stdout


def test_the_terminal_table_starts_at_once_and_compiles_nothing() -> None:
    loaded = "import sys; from quarterdeck.cli.main import main; main(['play', 'meuterer']); "
    loaded += "print('loaded:', sorted({'numba', 'starlette', 'uvicorn'} & {*sys.modules}))"
    environment = os.environ | {"PYTHONPATH": str(Path(quarterdeck.__file__).parents[1])}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", loaded],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Processor time, so that a busy machine does not count; about 0.4 s where this was written.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2
    assert done.stdout.endswith("loaded: []\n")


def test_a_process_ends_with_the_exit_code_of_its_command() -> None:
    assert run("bots").returncode == 0
    done = run("verify", "no-such-file.qd")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "no-such-file.qd can't be read (No such file or directory).\n"
    assert run("verify").returncode == 2

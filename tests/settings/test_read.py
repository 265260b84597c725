"""Where options are read from, which of several sources counts, and what is said of wrong ones."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from quarterdeck.cli import parser
from quarterdeck.settings import FILE_NAME, PORT, Rate, Settings, SettingsError, read

NOTHING: Mapping[str, object] = {}
SECRET = "tide-and-time-wait-for-no-sailor-0815"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An environment that says nothing, and a data folder without a file."""
    for name in [name for name in os.environ if name.startswith("QUARTERDECK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("QUARTERDECK_DATA", str(tmp_path))


def written(folder: Path, text: str, name: str = FILE_NAME) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def refusal(given: Mapping[str, object] = NOTHING, config: Path | None = None) -> str:
    """The one sentence with which these options are refused; it has no cause that would say more."""
    with pytest.raises(SettingsError) as refused:
        read(given, config)
    assert refused.value.__cause__ is None
    assert refused.value.__context__ is None or refused.value.__suppress_context__
    said = str(refused.value)
    assert "\n" not in said
    assert said.endswith((".", "?"))
    return said


def test_the_command_line_counts_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, 'port = 1\nhost = "file"\nlog_level = "error"')
    monkeypatch.setenv("QUARTERDECK_PORT", "2")
    monkeypatch.setenv("QUARTERDECK_HOST", "environment")
    found = read({"port": 3})
    assert (found.port, found.host, found.log_level) == (3, "environment", "error")


def test_a_file_is_named_by_option_or_variable_or_lies_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read({}).port == PORT
    written(tmp_path, "port = 1")
    assert read({}).port == 1
    monkeypatch.setenv("QUARTERDECK_CONFIG", str(written(tmp_path, "port = 2", "second.toml")))
    assert read({}).port == 2
    assert read({}, written(tmp_path, "port = 3", "third.toml")).port == 3
    monkeypatch.delenv("QUARTERDECK_CONFIG")
    other = tmp_path / "other"
    other.mkdir()
    written(other, "port = 4")
    assert read({"data": other}).port == 4


def test_a_file_can_name_the_data_folder_unless_it_lies_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUARTERDECK_DATA")
    file = written(tmp_path, 'data = "~/matches"', "mine.toml")
    assert read({}, file).data == Path.home() / "matches"
    written(tmp_path, 'data = "elsewhere"')
    assert refusal({"data": tmp_path}) == (
        f"{tmp_path / FILE_NAME} lies in the data folder and can't name another: name it by --data instead."
    )


def test_a_variable_that_is_empty_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERDECK_PORT", "")
    assert read({}).port == PORT


def test_lists_and_rates_are_read_from_all_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, 'hosts = ["a.example", "B.example"]\nlimit_talk = "3/second"\nlimit_tables = false')
    monkeypatch.setenv("QUARTERDECK_PROXIES", "10.0.0.0/8, ::1")
    monkeypatch.setenv("QUARTERDECK_LIMIT_LINKS", "off")
    found = read({})
    assert found.hosts == ("a.example", "b.example")
    assert found.proxies == ("10.0.0.0/8", "::1/128")
    assert (found.limit_talk, found.limit_links, found.limit_tables) == (Rate(3, 1), None, None)
    assert found.limit_requests == Rate(1200, 60)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("postgres://ann:x@db/q", "postgresql+psycopg://ann:x@db/q"),
        ("postgresql://ann:x@db/q", "postgresql+psycopg://ann:x@db/q"),
        ("postgresql+psycopg:///q", "postgresql+psycopg:///q"),
        ("sqlite:////var/q.sqlite3", "sqlite:////var/q.sqlite3"),
    ],
)
def test_a_database_has_the_driver_that_we_bring_along(given: str, kept: str) -> None:
    database = read({"database": given}).database
    assert database is not None
    assert database.get_secret_value() == kept


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://Table.Example.org:8443/", "https://table.example.org:8443"),
        (" https://table.example.org/ ", "https://table.example.org"),
        ("http://[::1]:80", "http://[::1]:80"),
    ],
)
def test_the_public_address_is_without_a_slash_at_its_end(given: str, kept: str) -> None:
    assert read({"address": given}).address == kept


@pytest.mark.parametrize("host", ["a b", 'tab"le', "*", "-", "a_b."])
def test_an_address_has_a_host_that_a_browser_can_name(host: str) -> None:
    assert "and has to be http:// or https:// and a host" in refusal({"address": f"https://{host}"})


WEB_ADDRESS = "an http:// or https:// address, such as https://example.org/about"
WRONG = [
    ("port", "eighty", "a whole number from 0 to 65535"),
    ("port", "65536", "a whole number from 0 to 65535"),
    ("log_level", "loud", "debug, info, warning or error"),
    ("metrics", "perhaps", "on or off"),
    ("pause", "nan", "a number of seconds from 0 to 60"),
    ("hosts", "a.example, b/c", "names of hosts with commas between, such as table.example.org, or *"),
    ("proxies", "10.0.0.1/8", "IP addresses or networks with commas between, such as 127.0.0.1, 10.0.0.0/8"),
    ("limit_talk", "0/hour", "a number per second, minute, hour or day, such as 20/hour, or off"),
    ("limit_talk", "5/week", "a number per second, minute, hour or day, such as 20/hour, or off"),
    (
        "address",
        "table.example.org",
        "http:// or https:// and a host, perhaps a path, such as https://table.example.org",
    ),
    (
        "address",
        "https://a.example/q?x=1",
        "http:// or https:// and a host, perhaps a path, such as https://table.example.org",
    ),
    (
        "address",
        "https://a.example:x",
        "http:// or https:// and a host, perhaps a path, such as https://table.example.org",
    ),
    ("mail_sender", "nobody", "an e-mail address such as table@example.org"),
    ("push_contact", "me@example.org", "mailto: and an e-mail address, or an https:// address"),
    ("imprint", "/about", WEB_ADDRESS),
    ("privacy", "javascript:alert(1)", WEB_ADDRESS),
]


@pytest.mark.parametrize(("name", "value", "right"), WRONG)
def test_a_wrong_value_is_one_sentence_that_names_the_option_as_it_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, right: str
) -> None:
    shown = "b/c" if name == "hosts" else value
    ending = f" is “{shown}”, and has to be {right}."
    assert refusal({name: value}) == f"--{name}{ending}"
    file = written(tmp_path, f'{name} = "{value}"', "mine.toml")
    assert refusal(config=file) == f"“{name}” in {file}{ending}"
    monkeypatch.setenv(f"QUARTERDECK_{name.upper()}", value)
    assert refusal(config=file) == f"QUARTERDECK_{name.upper()}{ending}"


@pytest.mark.parametrize(
    "text",
    ["port = true", "pause = false", "open_tables = 1.5", "host = 3", "hosts = 1", "worker_hosts = [8755]"],
)
def test_a_value_of_another_kind_is_refused_in_a_file(tmp_path: Path, text: str) -> None:
    assert f"in {tmp_path / FILE_NAME} is" in refusal(config=written(tmp_path, text))


@pytest.mark.parametrize("text", [r'database = "sqlite:///\u0000"', r'data = "\u0000"'])
def test_a_path_that_no_system_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.delenv("QUARTERDECK_DATA")
    file = written(tmp_path, text, "mine.toml")
    name = text.partition(" ")[0]
    assert refusal(config=file).startswith(f"“{name}” in {file} ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("key", "hunter2"),
        ("database", "mysql://ann:hunter2@db/q"),
        ("database", "postgresql://ann:secret@hunter2@db/q"),
        ("metrics_token", "hunter2"),
        ("push_private_key", "hunter2"),
    ],
)
def test_a_wrong_secret_is_not_quoted(name: str, value: str) -> None:
    said = refusal({name: value})
    assert said.startswith(f"--{name} has to be ")
    assert "hunter2" not in said


def test_no_secret_is_printed(tmp_path: Path) -> None:
    found = read(
        {
            "key": SECRET,
            "database": f"postgresql://ann:{SECRET}@db/q",
            "metrics_token": SECRET,
            "mail_user": "ann",
            "mail_password": SECRET,
            "mail_host": "smtp.example.org",
            "mail_sender": "table@example.org",
            "address": "https://table.example.org",
        }
    )
    assert SECRET not in f"{found} {found!r} {found.model_dump()}"


def test_an_unknown_option_in_a_file_is_refused_with_the_one_that_was_meant(tmp_path: Path) -> None:
    file = written(tmp_path, "prot = 80")
    assert refusal() == f"“prot” in {file} is no option: did you mean “port”?"
    written(tmp_path, "xyzzy = 80")
    assert refusal() == f"“xyzzy” in {file} is no option."


def test_a_slip_in_the_name_of_a_variable_is_refused_and_a_name_of_others_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("CACHE", "CONFIG", "DEBUG", "INTERPRET", "FULL", "SERVICE_HOST", "PORT_8754_TCP_ADDR"):
        monkeypatch.setenv(f"QUARTERDECK_{name}", "")
    assert read({}).processes == 1
    for slip, meant in (("EXPROT", "EXPORT"), ("PROT", "PORT"), ("KYE", "KEY"), ("CONFIGS", "CONFIG")):
        with monkeypatch.context() as patch:
            patch.setenv(f"QUARTERDECK_{slip}", "2")
            with pytest.raises(SettingsError, match=f"did you mean QUARTERDECK_{meant}"):
                read({})
    monkeypatch.setenv("QUARTERDECK_PROCESES", "2")
    said = "The variable QUARTERDECK_PROCESES is no option: did you mean QUARTERDECK_PROCESSES?"
    assert refusal() == said


def test_a_file_that_can_t_be_read_is_one_sentence(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert refusal(config=missing) == f"The options in {missing} can't be read (No such file or directory)."
    assert refusal(config=tmp_path) == f"The options in {tmp_path} can't be read (Is a directory)."
    broken = written(tmp_path, f'key = "{SECRET}', "broken.toml")
    assert "(Unterminated string (at end of document))" in refusal(config=broken)
    assert SECRET not in refusal(config=broken)
    broken.write_bytes(b"host = '\xff'")
    assert refusal(config=broken) == f"The options in {broken} can't be read (it is not UTF-8 text)."
    for endless in ("9" * 5000, "[" * 5000 + "]" * 5000, "{" + ".".join("a" * 5000) + " = 1}", "#" * 200_000):
        written(tmp_path, f"port = {endless}", "broken.toml")
        assert "(it is too long or nested too deep, or a number has" in refusal(config=broken)


def test_a_number_that_python_does_not_write_is_refused_as_others_are(tmp_path: Path) -> None:
    file = written(tmp_path, f"port = 0x{'f' * 5000}")
    assert refusal().startswith(f"“port” in {file} is “one of thousands of digits”, and has to be ")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"mail_host": "smtp.example.org"}, "mail_host is of no use without mail_sender"),
        ({"mail_user": "ann"}, "mail_user is of no use without mail_password"),
        ({"mail_password": "x"}, "mail_password is of no use without mail_user"),
        ({"push_contact": "mailto:a@b.org"}, "push_contact is of no use without push_public_key"),
    ],
)
def test_options_that_belong_together_are_set_together(given: dict[str, str], said: str) -> None:
    assert refusal(given) == f"{said}: set both, or neither."


def test_settings_can_t_be_changed_and_the_help_tells_the_port_that_is_theirs() -> None:
    settings = Settings()
    for name, value in settings:
        with pytest.raises(ValueError, match="frozen"):
            setattr(settings, name, value)
    assert parser.PORT == settings.port == PORT

"""Match files with bytes, words and lines changed at random: each is taken, or refused in one sentence."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import quarterdeck
from tests.cli.command import Command

JUNK = (
    *(b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b"9" * 5000, b"-1", b"1e999", b"[" * 50_000),
    *(b'{"a":' * 50_000, b"\x1b[2J", "\u202e".encode(), "٣".encode(), "²".encode(), b"A" * 20_000, b"NaN"),
    *(
        b"null",
        b"{0.__class__}",
        b"[red]x[/red]",
        b"../../etc/passwd",
        b"99999999999999999999",
        b"table tiny",
    ),
)
TIMES = 60


def played(name: str, plies: int) -> bytes:
    """The file of a match of random moves."""
    record = quarterdeck.Record(quarterdeck.game(name, players=3), seed="whole")
    dice = random.Random(name)
    while not record.position.over and len(record.moves) < plies:
        record.append(record.position.to_act[0], dice.choice(record.position.legal()))
    return record.dumps().encode()


def mutated(text: bytes, dice: random.Random) -> bytes:
    """The file with one to three changes."""
    for _change in range(dice.choice((1, 1, 2, 3))):
        at, lines = dice.randrange(len(text) + 1), text.split(b"\n")
        line, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        words = lines[line].split(b" ")
        match dice.randrange(7):
            case 0:
                text = text[:at] + bytes([dice.randrange(256)]) + text[at + 1 :]
            case 1:
                text = text[:at]
            case 2:
                text = text[:at] + dice.choice(JUNK) + text[at:]
            case 3:
                text = b"\n".join(lines[:line] + lines[line + 1 :])
            case 4:
                text = b"\n".join([*lines[:line], lines[other], *lines[line:]])
            case 5:
                lines[line], lines[other] = lines[other], lines[line]
                text = b"\n".join(lines)
            case _:
                words[dice.randrange(len(words))] = dice.choice(JUNK)
                text = b"\n".join([*lines[:line], b" ".join(words), *lines[line + 1 :]])
    return text


@pytest.mark.parametrize("name", quarterdeck.GAMES)
@pytest.mark.parametrize(
    "how", [("verify",), ("replay", "--all"), ("analyse", "--simulations", "1", "--json")]
)
def test_a_mutated_file_is_taken_or_refused_in_one_sentence(
    command: Command, name: str, how: tuple[str, ...], tmp_path: Path
) -> None:
    whole, file = played(name, 12), tmp_path / "match.qd"
    for seed in range(TIMES):
        text = mutated(whole, random.Random(f"{name} {seed}"))
        file.write_bytes(text)
        outcome = command(how[0], file, *how[1:])
        place = f"{how}, {name}, {seed}: {outcome}"
        if outcome.code:
            assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1), place
            assert len(outcome.err) < 700, place
        assert "Traceback" not in outcome.err, place
        assert "\x1b[2J" not in outcome.out + outcome.err, place
        assert file.read_bytes() == text

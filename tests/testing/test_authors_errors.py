"""Whatever an author of a game gets wrong ends in one sentence that names the rule or field."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "examples" / "liars-dice" / "liars_dice"
# What an author draws by `random` is the same in every run: so it is told by the same check.
CHECK = (
    "import random; random.seed(1); "
    "from liars_dice.game import GAME; from quarterdeck.testing import check; check(GAME)"
)
TOTAL = """    total = 0
    for seat in range(int(s.seats)):
        total += int(s.left[seat])
    return total"""
CONFUSED = """@qd.rule
def canonical(s: State, seat: int, action: int) -> int:
    return action // (1 + seat)


"""


PLAYERS = 'qd.Option("players", (4, 2, 3, 5, 6))'


class Wrong(NamedTuple):
    """A file of Liar's Dice with something in it replaced, and what its author is told."""

    file: str
    old: str
    new: str
    told: str


# Told by the check.
CHECKED = {
    "a function has no mark": Wrong(
        "rules.py",
        "@qd.rule\ndef lose_die",
        "def lose_die",
        r"“lose_die” .rules.py:\d+. is called by the rule “challenge” .* has no mark: put @rule before it",
    ),
    "a verb has no mark": Wrong(
        "knowledge.py",
        "@qd.rule\ndef blank",
        "def blank",
        "the verb `blank` has no mark: put @rule before it",
    ),
    "a generator": Wrong(
        "rules.py",
        TOTAL,
        "    return sum(int(left) for left in s.left)",
        r"The rule “in_play” .rules.py:\d+. has a generator, which can't be compiled: write a loop instead",
    ),
    "bots have no mark": Wrong(
        "knowledge.py",
        "@qd.rule\ndef judge",
        "def judge",
        "the rule in `heuristics` has no mark: put @rule before it",
    ),
    "a picture is no SVG": Wrong(
        "game.py",
        "    describe=describe,\n",
        '    describe=describe,\n    draw=lambda view: "<svg><g></svg>",\n',
        "`draw` gives .* no well-formed SVG: mismatched tag",
    ),
    "bots are misspelt": Wrong(
        "game.py",
        "knowledge:judge",
        "knowledge:judges",
        "The heuristics of Liar's Dice, .*, can't be loaded: .*judges",
    ),
    "a leak": Wrong(
        "knowledge.py",
        "if other != seat and",
        "if other not in (seat, 1) and",
        r"`blank` leaks: `dice` of .+'s view after seat \d played “challenge” depends on what it can't see",
    ),
    "seats are missing": Wrong(
        "game.py", "for seat in range(s.seats)]", "for seat in range(s.seats - 1)]", "`seats` another length"
    ),
    "a kind of fact has no name": Wrong(
        "game.py",
        '    rules.SHOWN: ("shown", "LD-4", ("count", "face")),\n',
        "",
        r"`facts` has no entry for the kind 4 of a fact that is told after seat \d",
    ),
    "a fact has no sentence": Wrong(
        "game.py",
        '    "won": qd.Telling("{name} wins.", "You win."),\n',
        "",
        "`event_sentence` of a fact won finds no 'won': the fact has no numbers",
    ),
    "a sentence has an unknown number": Wrong(
        "game.py",
        "{name} bids {count}",
        "{name} bids {number}",
        "`event_sentence` of a fact bid finds no 'number': the fact has count, face",
    ),
    "ids do not ascend": Wrong(
        "rules.py", "int(s.bid) + 1, in_play", "int(s.bid), in_play", "`legal` lists 180 before 0 for seat"
    ),
    "canonical actions are confused": Wrong(
        "knowledge.py",
        "@qd.rule\ndef judge",
        CONFUSED + "@qd.rule\ndef judge",
        "`canonical` for seat 1 is no permutation of the actions 0 to 180",
    ),
    "too many actions are legal at once": Wrong(
        "rules.py",
        "SEATS, FACES, DICE = 6, 6, 5",
        "SEATS, FACES, DICE = 6, 6, 43",
        "`legal` lists 1032 actions for seat ., and there is room for 1024: split the choice into several",
    ),
    "an id is too large": Wrong(
        "rules.py",
        "out[n] = CHALLENGE",
        "out[n] = CHALLENGE + 1",
        "lists the action 181 for seat .*: ids are 0 to 180",
    ),
}
CHECKED |= {
    "`describe` without return": Wrong(
        "game.py",
        '    return {\n        "round"',
        '    _ = {\n        "round"',
        "“describe” of Liar's Dice gives None: it has to return a dictionary, the JSON",
    ),
    "`describe` raises": Wrong(
        "game.py",
        "int(s.round_no)",
        "int(s.rounds)",
        r"`describe` \(game\.py:\d+\) raises AttributeError: .*'rounds'",
    ),
    "a number of NumPy in the JSON": Wrong(
        "game.py", "int(sum(s.left))", "sum(s.left)", r"`describe` gives what JSON can't hold \(.*: write int"
    ),
    "`seats` are a number": Wrong(
        "game.py", '"seats": [', '"seats": s.seats or [', "`describe` gives `seats` that are no list"
    ),
    "`template` without return": Wrong(
        "game.py",
        "= DICE\n    return s",
        "= DICE",
        r"“template” of Liar's Dice gives None: it has to return what new\(State\) made",
    ),
    "an action without a text": Wrong(
        "game.py",
        '    return "challenge" if',
        '    _ = "challenge" if',
        "“action_text” of Liar's Dice gives None for the action 0: it has to return a text",
    ),
    "two actions of one text": Wrong(
        "game.py",
        'f"bid {count} {(ONE',
        'f"bid {(ONE',
        "two actions have the text “bid ones”: 6 and 12",
    ),
    "a verb lacks a parameter": Wrong(
        "rules.py",
        "def apply(s: State, seat: int, action: int, news: qd.News)",
        "def apply(s: State, action: int, news: qd.News)",
        r"the verb `apply` has the parameters \(s, action, news\): write \(s, seat, action, news\)",
    ),
    "a verb without return": Wrong(
        "rules.py",
        "+= 1\n    return n\n",
        "+= 1\n",
        "the verb `legal` may end without a result: end it with",
    ),
    "bots lack a parameter": Wrong(
        "knowledge.py",
        "worth: qd.Worth, dice: qd.Dice",
        "worth: qd.Worth",
        r"the rule in `heuristics` has the parameters \(s, seat, ids, count, worth\): write",
    ),
    "chance that no seed decides": Wrong(
        "rules.py",
        "    s.turn = qd.below(s, int(s.seats))",
        "    import random\n\n    s.turn = random.randrange(int(s.seats))",
        "is refused when it is played again: do rules draw chance|a replay differs in `turn` before",
    ),
}
CHECKED |= {
    "the key stays in views": Wrong(
        "knowledge.py",
        "    s.key[0] = s.key[1] = 0\n    s.counter = 0\n",
        "    s.counter = 0\n",
        "`blank` leaves `key` in the view of .*: chance could be foretold",
    ),
    "a number is called name": Wrong(
        "game.py",
        'rules.LOST: ("lost", "LD-4", ("found", "left"))',
        'rules.LOST: ("lost", "LD-4", ("name", "left"))',
        "`facts` call a number of a fact lost “name”, as sentences call the player",
    ),
    "an action is called like a number": Wrong(
        "game.py",
        'return "challenge" if',
        'return "7" if',
        "an action is called “7”, which means something else",
    ),
    "a seat has no score": Wrong(
        "rules.py",
        "out[seat] = s.left[seat]",
        "out[seat] = s.left[seat] if seat else out[seat]",
        r"`scores` writes no points of seats \[0\]",
    ),
    "nobody is to act": Wrong(
        "game.py",
        's.seats = options["players"]',
        "s.seats = 0",
        "`to_act` names nobody after the deal|`setup` .* raises",
    ),
    "a part is missing": Wrong(
        "game.py",
        'heuristics="liars_dice.knowledge:judge"',
        'heuristics="liars_dice.knowledge:judge",\n    statistics="liars_dice.game:COUNTS"',
        "The statistics of Liar's Dice, .*, can't be loaded: .*COUNTS",
    ),
}
CHECKED |= {
    "winners are a seat": Wrong(
        "rules.py",
        "return 1 << int(s.turn) if over(s) else 0",
        "return int(s.turn) if over(s) else 0",
        "`winners` names nobody: is it a bit mask of seats, `1 << seat`. If nobody may win, check with",
    ),
    "a seat is to act instead of a bit mask": Wrong(
        "rules.py",
        "return 0 if over(s) else 1 << int(s.turn)",
        "return 0 if over(s) else 1 + int(s.turn)",
        r"`to_act` has seat \d, for which `legal` lists no action: is it a bit mask of seats, `1 << seat`",
    ),
    "a seat that is not there is to act": Wrong(
        "rules.py",
        "return 0 if over(s) else 1 << int(s.turn)",
        "return 0 if over(s) else 1 << int(s.seats)",
        "`to_act` has seat 4, and the last one is 3: is it a bit mask .*, and does `template` set what",
    ),
    "dice stay hidden in a world": Wrong(
        "knowledge.py",
        "if s.dice[other, 0] == HIDDEN:",
        "if s.dice[other, 0] == HIDDEN and other != 2:",
        r"`determinize` leaves `dice\[2, 0\]` hidden in a world dealt from seat 0's view",
    ),
    "a global is changed": Wrong(
        "rules.py",
        "    if action == CHALLENGE:",
        "    global DICE\n    DICE = 5\n    if action == CHALLENGE:",
        r"The rule “apply” .rules.py:\d+. changes the global DICE: keep it in the record",
    ),
    "a constant is a list": Wrong(
        "rules.py",
        "@qd.rule\ndef setup(s: State) -> None:",
        "FIRST = [1]\n\n\n@qd.rule\ndef setup(s: State) -> None:\n    s.round_no = FIRST[0]",
        r"The rule “setup” .rules.py:\d+. uses FIRST, which is a list: write a tuple",
    ),
    "a constant is a dict": Wrong(
        "rules.py",
        "@qd.rule\ndef setup(s: State) -> None:",
        "FIRST = {0: 1}\n\n\n@qd.rule\ndef setup(s: State) -> None:\n    s.round_no = FIRST[0]",
        "uses FIRST, which is a dict: write a tuple, and read it by numbers",
    ),
    "refusals of a phase that is not there": Wrong(
        "game.py",
        'refusals={"play"',
        'refusals={"bid"',
        "`refusals` has the phase “bid”, which no random match reaches: phases are over, play",
    ),
    "an action has no text": Wrong(
        "game.py",
        "action // FACES + 1, action % FACES",
        "action // FACES + 1, range(CHALLENGE)[action] % FACES",
        r"“action_text” of Liar's Dice gives no text for the action 180 of 0 to 180 .IndexError: ",
    ),
}
# Told by every command, as the package can't be loaded.
LOADED = {
    "a field hides an attribute": Wrong(
        "rules.py",
        "    wild: qd.I8",
        "    size: qd.I8",
        "State.size hides an attribute .*: give it another name",
    ),
    "a field is not aligned": Wrong(
        "rules.py",
        "    counter: qd.U16",
        "    odd: qd.I8\n    counter: qd.U16",
        "put larger numbers before it",
    ),
    "a verb is missing": Wrong(
        "knowledge.py", "def blank", "def blanked", "A game needs a rule “blank”: write it in"
    ),
    "no GameSpec": Wrong(
        "game.py", "GAME = qd.GameSpec(", "GAME = dict(", "which is no GameSpec but of the type dict"
    ),
    "another name than its entry point": Wrong(
        "game.py",
        'id="liars-dice"',
        'id="dice"',
        "called “liars-dice” and the game “dice”: give both one name",
    ),
    "options are no tuple": Wrong(
        "game.py",
        'options=(qd.Option("players", (4, 2, 3, 5, 6)), qd.Option("ones", ("plain", "wild"))),',
        'options=(qd.Option("players", (4, 2, 3, 5, 6))),',
        "The options of Liar's Dice are a tuple with one called “players”: write",
    ),
    "no players": Wrong(
        "game.py", 'qd.Option("players"', 'qd.Option("player"', "are a tuple with one called “players”"
    ),
    "no id": Wrong(
        "game.py", 'id="liars-dice"', 'id="liars dice"', "can't be the id of a game: write small letters"
    ),
    "a face is missing": Wrong(
        "game.py",
        "knowledge:judge",
        "knowledge:judges",
        "The heuristics of Liar's Dice, .*, can't be loaded: .*judges",
    ),
    "the same record": Wrong(
        "game.py",
        "GAME = qd.GameSpec(",
        "from liars_dice.other import State as Other\nGAME = qd.GameSpec(",
        "The records liars_dice.other.State and liars_dice.rules.State have the same fields",
    ),
}

LOADED |= {
    "an option is called like one of a command": Wrong(
        "game.py",
        'qd.Option("ones"',
        'qd.Option("seed"',
        "An option can't be called “seed”: commands have an option of that name",
    ),
    "an option's name has a space": Wrong(
        "game.py", 'qd.Option("ones"', 'qd.Option("wild ones"', "“wild ones” can't be the name of an option"
    ),
    "an array has no shape": Wrong(
        "rules.py",
        "    left: Annotated[qd.I8s, SEATS]",
        "    left: qd.I8s",
        "State.left is an array and needs its shape: Annotated",
    ),
    "one number of players without a comma": Wrong(
        "game.py",
        PLAYERS,
        'qd.Option("players", (4))',
        "The choices of the option “players” are a tuple of texts or whole numbers, not 4: write",
    ),
    "numbers of players are texts": Wrong(
        "game.py",
        PLAYERS,
        'qd.Option("players", ("4", "2"))',
        "The choices of “players” in Liar's Dice are whole numbers from 1 to 8, as in",
    ),
    "there are too many players": Wrong(
        "game.py",
        PLAYERS,
        'qd.Option("players", (4, 9))',
        "The choices of “players” in Liar's Dice are whole numbers from 1 to 8, as in",
    ),
    "there are too many actions": Wrong(
        "game.py",
        "actions=",
        "actions=5000 + ",
        "“actions” of Liar's Dice is a whole number from 1 to 4096, not 5",
    ),
    "options are plain tuples": Wrong(
        "game.py", PLAYERS, '("players", (4, 2))', "The options of Liar's Dice are a tuple with one called"
    ),
    "one number of a fact without a comma": Wrong(
        "game.py",
        '"LD-4", ("found", "left")',
        '"LD-4", ("found")',
        "A fact of Liar's Dice is a name, a rule and a tuple of names of numbers, not",
    ),
    "a sentence is no Telling": Wrong(
        "game.py",
        'qd.Telling("{name} wins.", "You win.")',
        '"{name} wins."',
        "What is told of the fact “won” has to be a Telling, not",
    ),
    "sentences are no Tellings": Wrong(
        "game.py",
        "qd.Tellings(TELLINGS)",
        "TELLINGS",
        "“event_sentence” of Liar's Dice has to be of the type Callable, not",
    ),
    "a refusal is no Reason": Wrong(
        "game.py",
        'refusals={"play": qd.Reason("LD-3", "Bid',
        'refusals={"bid": "No.", "play": qd.Reason("LD-3", "Bid',
        r"“refusals\['bid'\]” of Liar's Dice has to be of the type Reason, not 'No\.'",
    ),
    "a primer is a text": Wrong(
        "game.py",
        "    describe=describe,\n",
        '    describe=describe,\n    primer="Bid and lie.",\n',
        "“primer” of Liar's Dice has to be of the type Primer, not",
    ),
    "a parameter is missing": Wrong(
        "game.py",
        "def template(options: qd.Options, _table: Any)",
        "def template(options: qd.Options)",
        r"“template” of Liar's Dice is called with other parameters than it has: write \(options, table\)",
    ),
    "modules are listed": Wrong(
        "game.py", "Verbs.of(rules, knowledge)", "Verbs.of([rules])", "“Verbs.of” takes modules, as in"
    ),
    "a record has no mark": Wrong(
        "rules.py", "@qd.record\nclass", "class", "The record State has no mark: put @record before it"
    ),
    "matches have no length": Wrong(
        "game.py",
        "max_plies=2000",
        "max_plies=0",
        "“max_plies” of Liar's Dice is a whole number from 1 to 1000000000, not 0",
    ),
    "a block's length is a text": Wrong(
        "knowledge.py",
        'qd.Block("dice", FACES',
        'qd.Block("dice", "6"',
        "A block of Liar's Dice is a name, a number of slots from 1 on and a meaning, as in",
    ),
    "rules are not in order": Wrong(
        "game.py", 'qd.Rule("LD-7"', 'qd.Rule("LD-4"', "The rule LD-4 can't come after LD-6: ids begin with"
    ),
    "a record has no key": Wrong(
        "rules.py",
        "    key: Annotated[qd.U64s, 2]",
        "    secret: Annotated[qd.U64s, 2]",
        "The record State lacks a field that all games have: write “key: ",
    ),
}


def package(home: Path, wrong: Wrong) -> Path:
    """The package as it would be installed, with something wrong in it."""
    folder = shutil.copytree(SOURCE, home / "liars_dice")
    text = (folder / wrong.file).read_text(encoding="utf-8")
    assert wrong.old in text
    (folder / wrong.file).write_text(text.replace(wrong.old, wrong.new), encoding="utf-8")
    rules = (SOURCE / "rules.py").read_text(encoding="utf-8")
    (folder / "other.py").write_text(rules + OTHER, encoding="utf-8")
    installed(home, "liars-dice")
    return home


OTHER = """
from quarterdeck.kernel.verbs import implement
from liars_dice import knowledge, rules
implement(State, qd.Verbs.of(rules, knowledge))
"""


def installed(home: Path, name: str) -> None:
    """What tells that a package with an entry point is installed in this folder."""
    told = home / f"{name}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    entry = "[quarterdeck.games]\nliars-dice = liars_dice.game:GAME\n"
    (told / "entry_points.txt").write_text(entry)


def run(home: Path, *command: str, interpreted: bool = True) -> subprocess.CompletedProcess[str]:
    """Run Python with the package in this folder."""
    return subprocess.run(
        [sys.executable, "-X", "utf8", *command],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(home)]),
            "QUARTERDECK_INTERPRET": str(int(interpreted)),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", CHECKED)
def test_the_check_says_what_is_wrong(tmp_path: Path, name: str) -> None:
    done = run(package(tmp_path, CHECKED[name]), "-c", CHECK)
    assert done.returncode == 1
    assert re.search(CHECKED[name].told, done.stderr.splitlines()[-1])


@pytest.mark.parametrize("name", LOADED)
def test_a_command_says_why_the_package_can_not_be_used(tmp_path: Path, name: str) -> None:
    words = ["-m", "quarterdeck", "balance", "liars-dice", "--games", "1", "--jobs", "1"]
    done = run(package(tmp_path, LOADED[name]), *words)
    assert done.returncode == 1, done.stderr
    assert re.search(LOADED[name].told, " ".join(done.stderr.split()))
    assert "Traceback" not in done.stderr


def test_an_error_of_a_game_is_told_as_one_of_its_own(tmp_path: Path) -> None:
    wrong = Wrong("game.py", 'options["players"]', 'options["player"]', "")
    done = run(package(tmp_path, wrong), *["-m", "quarterdeck", "play", "liars-dice"])
    assert done.returncode == 70
    told = " ".join(done.stderr.split())
    where = r"\(KeyError, template, game\.py:\d+\)"
    assert re.search(
        rf"The package of Liar's Dice has a fault {where}: please report this .* to its author", told
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", "seat 2 wins none of 200 random matches: is `winners` a bit mask of seats, `1 << seat`"),
        (", all_seats_win=False", ""),
    ],
)
def test_each_seat_wins_even_where_nobody_may_win(tmp_path: Path, more: str, told: str) -> None:
    home = package(tmp_path, CHECKED["winners are a seat"])
    games = 'settings=[__import__("quarterdeck").game("liars-dice", players=3)]'
    done = run(home, "-c", CHECK.replace("(GAME)", f"(GAME, {games}, somebody_wins=False{more})"))
    assert bool(done.returncode) == bool(told), done.stderr
    assert re.search(told, done.stderr)


def test_what_numba_can_not_compile_is_told_by_rule_and_line(tmp_path: Path) -> None:
    wrong = Wrong("rules.py", "bidder = int(s.bidder)", "bidder = int(str(s.bidder))", "")
    done = run(package(tmp_path, wrong), "-c", CHECK, interpreted=False)
    told = r"The rule “challenge” can't be compiled at rules.py:\d+: No implementation of"
    assert re.search(told, done.stderr.splitlines()[-1])


def test_two_packages_with_one_game_are_told(tmp_path: Path) -> None:
    home = package(tmp_path, Wrong("game.py", "2000", "2001", ""))
    shutil.copytree(home / "liars_dice", home / "again")
    installed(home, "again")
    (home / "again.dist-info" / "entry_points.txt").write_text(
        "[quarterdeck.games]\nliars-dice = again.spec:GAME\n"
    )
    copy = "import dataclasses\nfrom liars_dice.game import GAME as G\nGAME = dataclasses.replace(G)\n"
    (home / "again" / "spec.py").write_text(copy)
    done = run(home, "-m", "quarterdeck", "rules", "liars-dice")
    assert done.returncode == 1
    assert "two packages bring a game of this id: uninstall one" in " ".join(done.stderr.split())

"""Network files: NumPy's .npz with 16-bit float weights and a note on how they were trained."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.base import BotError
from quarterdeck.bots.search.belief import Belief, make_belief
from quarterdeck.bots.search.net import WEIGHTS, Net, make_net, no_net, weights_of
from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _
from quarterdeck.kernel.encode import length
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play.checks import file_path
from quarterdeck.play.new_files import draft_of
from quarterdeck.play.registry import GAMES, find
from quarterdeck.play.steps import GameLike

# How the name of a network's file ends.
ENDING: Final = ".npz"
# The note's name in the file: JSON in UTF-8.
ABOUT = "about"
# The note's entry ACTIONS says what the network rates: canonical actions, or actions with seats by number.
ACTIONS, CANONICAL, NUMBERED = "actions", "canonical", "numbered"
# Limit on the unpacked size, above that of any real network.
MOST_BYTES = 1 << 24


class WeightsError(QuarterdeckError):
    """A file that is no network of the game, or a network that no file can hold; its sentence names the
    file.
    """


@lru_cache(maxsize=8)
def own_net(name: str) -> Net:
    """The network that comes with a game, or the empty network if there is none. Raises WeightsError if its
    file is damaged.
    """
    network = find(name).network
    return no_net() if network is None else read_net(network, name)


def has_net(name: str) -> bool:
    """Whether this game comes with a network."""
    return len(own_net(name).first) > 0


def read_net(path: str | os.PathLike[str], name: str) -> Net:
    """The network of this game in a file. Raises WeightsError."""
    weights, note = _read_weights(path, name, WEIGHTS)
    return make_net(**weights)._replace(canonical=note.get(ACTIONS) == CANONICAL)


def read_belief(path: str | os.PathLike[str], name: str) -> Belief:
    """The belief of this game in a file. Raises WeightsError."""
    return make_belief(**_read_weights(path, name, Belief._fields)[0])


def _read_weights(
    path: str | os.PathLike[str], name: str, fields: tuple[str, ...]
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays with these names, checked to fit this game, and the note. Raises WeightsError."""
    file = file_path(path)
    arrays = _read_arrays(file, fields)
    note = _read_note(file, arrays.pop(ABOUT))
    spec = find(name)
    if note.get("game") != spec.id:
        sentence = _("it is for the game “{found}”, not for {game}")
        raise _weights_error(path, sentence.format(found=str(note.get("game"))[:40], game=spec.id))
    if note.get("blocks") != _blocks(spec):
        raise _weights_error(path, _("it was trained with other observations than those of this version"))
    if why := unfit(arrays, spec):
        raise _weights_error(path, why)
    for field in fields:
        if not np.isfinite(arrays[field]).all():
            raise _weights_error(path, _("its “{field}” holds what is no number").format(field=field))
    return arrays, note


def game_of_net(path: str | os.PathLike[str]) -> str:
    """The id of the game that the network in a file plays. Raises WeightsError."""
    game = read_about(path).get("game")
    if game not in GAMES:
        sentence = _("it is for the game “{found}”, not for {game}")
        raise _weights_error(path, sentence.format(found=str(game)[:40], game=", ".join(GAMES)))
    return str(game)


def unfit(weights: Mapping[str, NDArray[Any]], spec: GameSpec) -> str:
    """What is wrong with the shapes of these weights, for example of another game's; "" if they fit."""
    units = weights["second"].shape[:1]
    shapes = _array_shapes(spec, int(units[0]) if units else 0)
    for field in weights:
        shape = shapes[field]
        if weights[field].shape != shape:
            sentence = _("its “{field}” has the shape {found}, not {right}")
            return sentence.format(field=field, found=weights[field].shape, right=shape)
    return ""


def check_net_fits(net: Net, game: GameLike) -> None:
    """Check that a network's arrays have the shapes of this game. The empty network fits every game.

    Raises BotError for another game's network: compiled code would read beyond its weights.
    """
    if len(net.first) and (why := unfit(weights_of(net), game.spec)):
        sentence = _("“net” is no network of {game}: {why}.")
        raise BotError(sentence.format(game=game.title, why=why))


def write_net(path: str | os.PathLike[str], net: Net, name: str, about: Mapping[str, Any]) -> None:
    """Write a network of this game to a file, with a note on how it was trained.

    A reader finds the previous file or the new one, never a part of it. Raises WeightsError for a network
    that `read_net` would refuse, OSError if the file can't be written.
    """
    kind = CANONICAL if net.canonical else NUMBERED
    _write_weights(path, weights_of(net), name, {**about, ACTIONS: kind})


def write_belief(path: str | os.PathLike[str], belief: Belief, name: str, about: Mapping[str, Any]) -> None:
    """Write a belief of this game to a file, with a note on how it was trained. See `write_net`."""
    _write_weights(path, belief._asdict(), name, about)


def _write_weights(
    path: str | os.PathLike[str], weights: Mapping[str, NDArray[Any]], name: str, about: Mapping[str, Any]
) -> None:
    target, spec = file_path(path), find(name)
    with np.errstate(over="ignore"):
        arrays = {field: one.astype(np.float16) for field, one in weights.items()}
    if why := unfit(arrays, spec) or _not_finite(arrays):
        sentence = _("The network can't be written to {file}: {why}.")
        raise WeightsError(sentence.format(file=target, why=why))
    note = {"game": name, **about, "blocks": _blocks(spec)}
    packed_note = np.frombuffer(json.dumps(note, ensure_ascii=False, indent=1).encode(), np.uint8)
    with draft_of(target) as draft:
        # NumPy adds .npz to the name of a file that it opens itself.
        with draft.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays, **{ABOUT: packed_note})
        os.replace(draft, target)


def _not_finite(arrays: Mapping[str, NDArray[np.float16]]) -> str:
    """Which 16-bit weights are no numbers, or were too large for 16 bits: "" if none are."""
    for field, array in arrays.items():
        if not np.isfinite(array).all():
            sentence = _("its “{field}” holds what is no number up to 65,504, the largest 16-bit float")
            return sentence.format(field=field)
    return ""


def read_about(path: str | os.PathLike[str], fields: tuple[str, ...] = WEIGHTS) -> dict[str, Any]:
    """The note in a file of a network, or of whatever has these arrays, on how it was made.

    Raises WeightsError.
    """
    file = file_path(path)
    return _read_note(file, _read_arrays(file, fields)[ABOUT])


def _read_arrays(path: Path, fields: tuple[str, ...]) -> dict[str, NDArray[Any]]:
    """The arrays in a file, by name: one for each of these fields, and the note, ABOUT.

    Raises WeightsError.
    """
    wanted = {*fields, ABOUT}
    try:
        with zipfile.ZipFile(path) as packed:
            size = sum(one.file_size for one in packed.infolist())
        if size > MOST_BYTES:
            raise _weights_error(path, _("it is too large for one"))
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except WeightsError:
        raise
    except OSError as error:
        raise _weights_error(path, system_words(error)) from None
    # For damaged bytes zipfile and NumPy raise undocumented errors: TokenError, MemoryError and more.
    except Exception:
        raise _weights_error(path, _("it is no .npz file of arrays")) from None
    if not all(isinstance(one, np.ndarray) for one in arrays.values()):
        raise _weights_error(path, _("it is no .npz file of arrays"))
    if missing := sorted(wanted - set(arrays)):
        raise _weights_error(path, _("it lacks “{field}”").format(field=missing[0]))
    if unknown := sorted(set(arrays) - wanted):
        raise _weights_error(path, _("it has an unknown part “{field}”").format(field=unknown[0][:40]))
    for name in fields:
        if arrays[name].dtype not in (np.float16, np.float32):
            sentence = _("its “{field}” is of {found}, not of 16- or 32-bit floats")
            raise _weights_error(path, sentence.format(field=name, found=arrays[name].dtype))
    return arrays


def _read_note(path: Path, written: NDArray[Any]) -> dict[str, Any]:
    try:
        note = json.loads(written.astype(np.uint8).tobytes())
    except (ValueError, RecursionError):
        note = None
    if not isinstance(note, dict):
        raise _weights_error(path, _("its note of what made it can't be read"))
    return note


def _weights_error(path: str | os.PathLike[str], why: str) -> WeightsError:
    return WeightsError(_("The network file {file} can't be used: {why}.").format(file=path, why=why))


def _array_shapes(spec: GameSpec, units: int) -> dict[str, tuple[int, ...]]:
    """The shape of each weight array of a game's network."""
    features, seats = length(spec.blocks), spec.most_players + 1
    return {
        "first": (features, units),
        "first_bias": (units,),
        "second": (units, units),
        "second_bias": (units,),
        "act": (spec.actions, units),
        "act_bias": (spec.actions,),
        "win": (seats, units),
        "win_bias": (seats,),
        "out": (units,),
    }


def _blocks(spec: GameSpec) -> list[list[Any]]:
    """The parts of an observation, by name and length."""
    return [[block.name, block.length] for block in spec.blocks]

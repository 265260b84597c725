"""The drawing of where points came from: every point is in it once, and nothing leaves its track."""

from __future__ import annotations

import pytest

from quarterdeck.web.boards.account import Account, Gain, Part, Source
from quarterdeck.web.table.tally import TALL, tracks

SOURCES = (Source("gold", "Gold"), Source("rum", "Rum"))
PARTS = (Part("1", "Round 1"), Part("2", "Round 2"), Part("3", "Round 3"))


def account(*gains: tuple[int, str, int, int]) -> Account:
    return Account(SOURCES, PARTS, (0, 0), tuple(Gain(*gain[:3], 1, gain[3], None) for gain in gains))


def test_stacks_stand_on_the_line_and_losses_hang_from_it() -> None:
    own, other = tracks(account((0, "gold", 3, 0), (0, "rum", 2, 0), (0, "rum", -1, 2), (1, "gold", 1, 1)))
    gold, rum, lost = own.bars
    assert (gold.source, rum.source, lost.source) == (0, 1, 1)
    assert gold.height == pytest.approx(3 * lost.height, abs=0.1)
    assert rum.height == pytest.approx(2 * lost.height, abs=0.1)
    assert gold.height + rum.height + lost.height == pytest.approx(TALL, abs=0.2)
    assert gold.y + gold.height == pytest.approx(own.base, abs=0.1)
    assert rum.y + rum.height == pytest.approx(gold.y, abs=0.1)
    assert lost.y == own.base
    assert [column.total for column in own.columns] == [5, None, -1]
    assert own.columns[0].amounts == ((0, 3), (1, 2))
    assert [column.total for column in other.columns] == [None, 1, None]


def test_all_tracks_have_one_scale_and_stay_low() -> None:
    own, other = tracks(account((0, "gold", 400, 0), (1, "gold", 100, 0), (1, "gold", -50, 1)))
    assert own.bars[0].height == 4 * other.bars[0].height
    for track in (own, other):
        assert all(block.y >= 0 and block.y + block.height <= track.height for block in track.bars)
        assert all(0 < column.label <= track.height for column in track.columns)
    assert own.height < 10 * TALL


def test_several_losses_hang_one_below_the_other() -> None:
    own, _other = tracks(account((0, "gold", -2, 0), (0, "rum", -1, 0)))
    gold, rum = own.bars
    assert gold.y == own.base
    assert rum.y == pytest.approx(gold.y + gold.height, abs=0.1)
    assert own.columns[0].label > rum.y + rum.height


def test_columns_share_the_width() -> None:
    own, _other = tracks(account((0, "gold", 1, 0), (0, "gold", 1, 2)))
    first, last = own.bars
    assert first.x + first.width / 2 == pytest.approx(own.columns[0].middle, abs=0.01)
    assert last.x + last.width / 2 == pytest.approx(own.columns[2].middle, abs=0.01)
    assert last.x + last.width < 100


def test_nothing_to_draw_is_no_error() -> None:
    assert tracks(Account((), (), (0, 0), ()))[0].columns == ()

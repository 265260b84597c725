from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path

import pytest
from matplotlib import image

import quarterdeck
from quarterdeck import QuarterdeckError
from quarterdeck.lab import plots
from quarterdeck.lab.balance import Balance
from quarterdeck.lab.games import Played


def balance(players: int) -> Balance:
    scores = (3,) * players
    games = [Played(number, 0, (number % players,), scores, 8 + number, 90, Counter()) for number in range(5)]
    return Balance(quarterdeck.game("meuterer", players=players), games)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_plot_has_a_column_for_each_table(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"balance.{kind}"
    plots.check(path)
    plots.save([balance(3), balance(4)], path)
    assert path.stat().st_size > 5000
    if kind == "png":
        picture = image.imread(path)
        plots.save([balance(3)], tmp_path / "one.png")
        assert picture.shape[1] > 1.5 * image.imread(tmp_path / "one.png").shape[1]
        assert picture[..., :3].std() > 0.05, "the picture is empty"


def test_matplotlib_keeps_no_figure_and_opens_no_window(tmp_path: Path) -> None:
    from matplotlib import pyplot

    plots.save([balance(3)], tmp_path / "one.png")
    assert pyplot.get_fignums() == []


def refused(path: Path) -> str:
    with pytest.raises(QuarterdeckError) as caught:
        plots.check(path)
    return str(caught.value)


def test_what_can_not_be_written_is_refused_before_games_are_played(tmp_path: Path) -> None:
    (tmp_path / "there.png").touch()
    assert refused(tmp_path / "plot.gif").endswith(
        "a plot is written as one of .png, .svg, .pdf; end the file's name so."
    )
    assert refused(tmp_path / "there.png").endswith("exists already: name another file.")
    assert refused(tmp_path / "no" / "plot.png").endswith("/no to put plot.png in.")


def test_a_file_that_can_not_be_written_after_all_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(QuarterdeckError, match="can't be written"):
        plots.save([balance(3)], tmp_path / "gone" / "plot.png")


def test_what_took_the_name_meanwhile_stays_and_the_picture_is_kept(tmp_path: Path) -> None:
    path, second = tmp_path / "plot.png", tmp_path / "plot-2.png"
    path.write_text("mine")
    with pytest.raises(QuarterdeckError) as caught:
        plots.save([balance(3)], path)
    told = f"{path} was made by somebody else meanwhile and stays: the plot is in {second}."
    assert str(caught.value) == told
    assert path.read_text() == "mine"
    assert second.read_bytes().startswith(b"\x89PNG")
    assert {*tmp_path.iterdir()} == {path, second}


@pytest.fixture
def without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(plots, "find_spec", lambda name: None if name == "matplotlib" else find(name))


def test_without_matplotlib_a_sentence_says_what_to_install(tmp_path: Path, without_matplotlib: None) -> None:
    assert refused(tmp_path / "plot.png") == (
        'Plots need matplotlib, which is not installed: “pip install "quarterdeck[plots]"”.'
    )


def test_places_have_names() -> None:
    assert [plots.place_name(place) for place in (0, 1, 3, 4, 5)] == [
        "begins",
        "second",
        "fourth",
        "fifth",
        "6",
    ]

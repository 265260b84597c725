import gettext
from pathlib import Path

import pytest
from jinja2 import TemplateSyntaxError

from scripts import messages

SENTENCES = """
# Translators: on a button
print(_("Show {good}"))
TITLE = N_("Captain")
print(ngettext("{n} card", "{n} cards", n))
print("not for people")
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with sentences in a module and in a template."""
    (tmp_path / "cards.py").write_text(SENTENCES, encoding="utf-8")
    templates = tmp_path / "web" / "templates"
    templates.mkdir(parents=True)
    (templates / "table.html").write_text(
        "<h1>{{ _('The table') }}</h1>{% trans %}Deal{% endtrans %}", "utf-8"
    )
    return tmp_path


def test_sentences_are_found_in_modules_and_templates(package: Path) -> None:
    catalog = messages.extract(package)
    assert {message.id for message in catalog if message.id} == {
        "Show {good}",
        "Captain",
        ("{n} card", "{n} cards"),
        "The table",
        "Deal",
    }
    button = catalog.get("Show {good}")
    assert button is not None
    assert button.auto_comments == ["Translators: on a button"]


def test_a_broken_template_is_not_passed_over(package: Path) -> None:
    (package / "web" / "templates" / "broken.html").write_text("{% if %}", "utf-8")
    with pytest.raises(TemplateSyntaxError):
        messages.extract(package)


def test_catalogues_keep_their_translations_and_are_compiled(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    messages.refresh(package)
    template = package / "locale" / "quarterdeck.pot"
    german = package / "locale" / "de" / "LC_MESSAGES" / "quarterdeck.po"
    german.parent.mkdir(parents=True)
    translated = template.read_text("utf-8").replace('"Captain"\nmsgstr ""', '"Captain"\nmsgstr "Kapitän"')
    german.write_text(translated, "utf-8")
    capsys.readouterr()

    messages.refresh(package)

    assert capsys.readouterr().out == "5 sentences\nde: 4 without a translation\n"
    compiled = gettext.translation("quarterdeck", package / "locale", ["de"])
    assert compiled.gettext("Captain") == "Kapitän"


def test_a_run_that_finds_nothing_new_changes_nothing(package: Path) -> None:
    messages.refresh(package)
    template = (package / "locale" / "quarterdeck.pot").read_bytes()
    messages.refresh(package)
    assert (package / "locale" / "quarterdeck.pot").read_bytes() == template


def test_every_file_of_quarterdeck_can_be_read_for_sentences() -> None:
    catalog = messages.extract(messages.PACKAGE)
    assert catalog.get("Line {line}: {sentence}") is not None

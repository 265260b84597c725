"""What a reader does on a page to bring it into the state of a picture."""

from __future__ import annotations

import json

from playwright.sync_api import Page

from quarterdeck.i18n import _, use


def answer_puzzle(page: Page, action: str) -> None:
    """Answer the puzzle of this page, unless this browser has done so before."""
    token = page.locator("#acts input[name=csrf]")
    if token.count():
        page.request.post(f"{page.url}/act", form={"csrf": token.input_value(), "action": action})
        page.reload()


def unfold(page: Page, which: str) -> None:
    """Open all folds that this selector finds."""
    page.locator(which).evaluate_all("all => all.forEach((one) => (one.open = true))")


def open_share_dialog(page: Page) -> None:
    """Open the dialog over the top of the page, where no tab lies half below the bar of buttons."""
    press(page, "[popovertarget=share]")
    page.evaluate("scrollTo(0, 0)")


def press(page: Page, which: str) -> None:
    """Click the first element that this selector finds."""
    page.locator(which).first.click()


def send_form(page: Page, which: str) -> None:
    """Press the button of a form, and wait for the page that answers: until then a page may have no body."""
    with page.expect_navigation():
        press(page, which)


def open_file(page: Page, text: str) -> None:
    """Open a file with this text."""
    page.locator("#file").set_input_files({"name": "a.qd", "mimeType": "text/plain", "buffer": text.encode()})
    send_form(page, ".bring button")


def start_course(page: Page) -> None:
    """Start the first part of a course, or continue it at its table."""
    page.locator("form[action='/learn'] button").first.click()
    page.wait_for_url("**/table/*")


def ask_about_the_ship(page: Page) -> None:
    """Ask what the ship on the board is."""
    page.keyboard.press("w")
    page.locator("[data-thing=place-ship]").first.click(force=True)


def submit_equal_names(page: Page) -> None:
    """Submit the same name for two players."""
    page.fill("#name1", page.input_value("#name2"))
    send_form(page, "#setup button.primary")


def choose_too_late(page: Page) -> None:
    """Choose at a table that has moved on since: a message says so."""
    page.evaluate("document.querySelectorAll('[name=version]').forEach((one) => (one.value = 0))")
    press(page, "#acts button[name=action]:not([aria-disabled])")
    page.locator("#messages p").first.wait_for()


def type_wrong_code(page: Page) -> None:
    """Type in a recovery code with a slip of the pen."""
    page.fill("#code", "1111-1111-1111-1111-1111")
    send_form(page, "form[action$='/me/recover'] button")


def ask_about_a_replay(page: Page) -> None:
    """Ask the coach for the decisive moments of a replay."""
    _ask_coach(page, "[data-key=ask-coach]", ".moments")


def ask_for_advice(page: Page) -> None:
    """Ask the coach what to do now."""
    _ask_coach(page, "[data-key=advice]", ".advice ol")


def _ask_coach(page: Page, button: str, answer: str) -> None:
    """Ask the coach repeatedly until it has compiled its rules."""
    with use(page.evaluate("document.documentElement.lang")):
        unready = _("The coach is still getting ready: ask again in a minute.")
    while not page.locator(answer).count():
        page.locator(button).click()
        page.wait_for_selector(f"{answer}, :text({json.dumps(unready)}), .pondering")
        if page.locator(".pondering").count():
            page.wait_for_selector(answer)
        elif not page.locator(answer).count():
            page.wait_for_timeout(3_000)
            page.reload()

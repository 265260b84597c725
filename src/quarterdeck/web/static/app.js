// What every page has: the requests that other scripts send, what they ask about keys, the worker that has a page for
// when there is no connection, forms that a double click sends once, and on an installed app's icon the number of tables
// where it is one's turn.
"use strict";
// Timeout for an answer in milliseconds: a dead connection gives neither an answer nor an error.
const PATIENCE = 8000;
// Sends a request, with a body by POST, and gives its answer. It fails after `patience` milliseconds.
const request = (address, body, patience = PATIENCE) =>
  fetch(address, {
    method: body ? "POST" : "GET",
    body,
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(patience),
  });
// Reads a page of ours, which has an element with the id `mark`. null without an answer, and if there is another page at
// the address, such as that of a proxy.
const readPage = async (address, mark) => {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    const page = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    return page?.getElementById(mark) ? page : null;
  } catch {
    return null;
  }
};
// Whether a key may be a shortcut of the page: it is neither the browser's own nor typed into a field.
const isShortcut = (event) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.matches?.("input:not([type=range]), select, textarea");
// Whether a dialog or a popover lies before the page, which then has no shortcuts.
const isCovered = () => document.querySelector("dialog[open], :popover-open") !== null;

(() => {
  const { lang, dataset } = document.documentElement;
  const { root } = dataset;
  if ("serviceWorker" in navigator) {
    // After the page, whose files come first. Without the worker everything works but the page for no connection.
    addEventListener("load", () => navigator.serviceWorker.register(`${root}/sw.js?lang=${lang}`).catch(() => {}));
  }

  // The second click of a double one would do it all again: set a second table. In milliseconds.
  const TWICE = 1000;
  let sent = null;
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    if (sent?.form === form && event.timeStamp - sent.at < TWICE) event.preventDefault();
    else sent = { form, at: event.timeStamp };
  });
  // Whoever comes back to the page may send it anew.
  addEventListener("pageshow", () => (sent = null));

  // Screen readers often pass over an error that comes with the page.
  const error = document.querySelector("main .error[role=alert]:not([hidden])");
  if (error) {
    error.tabIndex = -1;
    error.focus({ preventScroll: true });
  }

  if (!("setAppBadge" in navigator && matchMedia("(display-mode: standalone)").matches)) return;
  // Several changes in a moment are one question, in milliseconds.
  const PAUSE = 1000;
  let due = 0;
  const show = async () => {
    const answer = await request(`${root}/me/turns`);
    if (!answer.ok) return;
    const { turns } = await answer.json();
    await (turns ? navigator.setAppBadge(turns) : navigator.clearAppBadge());
  };
  const soon = () => {
    clearTimeout(due);
    due = setTimeout(() => show().catch(() => {}), PAUSE);
  };
  for (const one of document.querySelectorAll("[data-table], [data-lists]")) one.addEventListener("news", soon);
  document.addEventListener("visibilitychange", () => document.hidden || soon());
  soon();
})();

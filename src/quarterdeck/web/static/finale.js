// The end of a match: the coach's moments come in when they are ready, and a link can be sent with the device's own
// means. Without this script the moments are those that facts tell, and the links are fields to copy from.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  if (!table) return;
  // Pause between two looks, in milliseconds.
  const PAUSE = 1500;
  // After a failure it is asked again, with a longer pause; after so many in a row, the facts have to do.
  const LONG = 4 * PAUSE;
  const FAILURES = 5;
  const place = () => document.getElementById("finale-review");
  let told = null;
  let timer = null;
  let asked = false;
  let failures = 0;

  const show = () => {
    if (told && place()) place().innerHTML = told;
  };

  const fetched = async (body) => {
    const answer = await request(place().dataset.review, body, 30000);
    if (answer.status >= 500) throw new Error(answer.statusText);
    return answer.ok ? answer.json() : {};
  };

  // Refusals stay unsaid: what facts tell is there already.
  const look = async (body) => {
    clearTimeout(timer);
    const found = await fetched(body).catch(() => null);
    failures = found ? 0 : failures + 1;
    if (!found) {
      if (failures < FAILURES) timer = setTimeout(ask, LONG);
    } else if (found.review) {
      told = found.review;
      show();
    } else if (found.busy) timer = setTimeout(look, PAUSE);
    else if (found.again) timer = setTimeout(ask, 1000 * found.again);
  };
  const ask = () => look(new FormData(document.getElementById("ask-coach")));

  // Whoever has followed the story reads the page of the log from its top.
  const story = document.getElementById("story");
  let arrived = Boolean(place());
  const arrive = () => {
    if (arrived || !place() || !story.hidden) return;
    arrived = true;
    scrollTo(0, 0);
  };
  new MutationObserver(arrive).observe(story, { attributeFilter: ["hidden"] });

  const begin = () => {
    show();
    arrive();
    if (asked || !place()?.dataset.review) return;
    asked = true;
    ask();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-send]");
    if (!button) return;
    navigator.share({ title: button.dataset.title, url: document.getElementById(button.dataset.send).value }).catch(() => {});
  });
  document.addEventListener("toggle", () => {
    for (const button of document.querySelectorAll("[data-send]")) button.hidden = !navigator.share;
  }, true);

  table.addEventListener("news", begin);
  addEventListener("pagehide", () => clearTimeout(timer));
  // Back from elsewhere: what was under way was given up.
  addEventListener("pageshow", (event) => {
    if (!event.persisted || !asked || told) return;
    failures = 0;
    ask();
  });
  begin();
})();

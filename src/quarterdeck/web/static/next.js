// While others are to act: a link beside the prompt to the next game that waits for this browser.
"use strict";
(() => {
  const template = document.getElementById("next-game");
  if (!template) return;
  const link = template.content.querySelector("a");
  const table = document.querySelector("[data-table]");
  // Milliseconds before it asks, so that quick answers of others cause no request, and between two requests.
  const DELAY = 2000;
  const PAUSE = 30000;
  let waiting = 0;
  let askedAt = -PAUSE;
  let due = 0;

  const idle = () => !document.querySelector("#prompt.yours");
  const show = () => {
    const shown = table.querySelector(".next-game");
    if (!waiting || !idle()) {
      shown?.remove();
      return;
    }
    const { wordsOne, words } = link.dataset;
    const text = (waiting === 1 ? wordsOne : words).replace("{count}", waiting);
    // The same element stays as long as it can: it may have the focus.
    if (!shown) document.querySelector("#region_prompt .asking").prepend(template.content.cloneNode(true));
    const told = table.querySelector(".next-game span");
    if (told.textContent !== text) told.textContent = text;
  };
  const look = () => {
    show();
    clearTimeout(due);
    if (idle() && !document.hidden) due = setTimeout(ask, Math.max(DELAY, askedAt + PAUSE - performance.now()));
  };
  const ask = async () => {
    askedAt = performance.now();
    try {
      const answer = await fetch(link.href, { headers: { Accept: "application/json" } });
      if (answer.ok) waiting = (await answer.json()).waiting;
    } catch {
      // Without a connection the link stays as it is.
    }
    // Another game may begin to wait while nothing happens here.
    look();
  };
  table.addEventListener("news", look);
  document.addEventListener("visibilitychange", look);
  look();
})();

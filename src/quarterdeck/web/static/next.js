// While others are to act: a link at the top of the page to the next game that waits for this browser.
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
    const shown = document.querySelector(".next-game");
    if (!waiting || !idle()) {
      shown?.remove();
      return;
    }
    if (!shown) document.querySelector(".masthead nav").prepend(template.content.cloneNode(true));
    const { wordsOne, words } = link.dataset;
    document.querySelector(".next-game .in-words").textContent = (waiting === 1 ? wordsOne : words).replace("{count}", waiting);
    document.querySelector(".next-game .in-short").textContent = waiting;
  };
  const look = () => {
    show();
    clearTimeout(due);
    if (idle() && !document.hidden) due = setTimeout(ask, Math.max(DELAY, askedAt + PAUSE - performance.now()));
  };
  const ask = async () => {
    askedAt = performance.now();
    try {
      const answer = await request(link.href);
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

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
    table.querySelector(".next-game")?.remove();
    if (!waiting || !idle()) return;
    const shown = template.content.cloneNode(true);
    const { wordsOne, words } = link.dataset;
    shown.querySelector("span").textContent = (waiting === 1 ? wordsOne : words).replace("{count}", waiting);
    document.querySelector("#region_prompt .asking").prepend(shown);
  };
  const ask = async () => {
    if (!idle() || document.hidden) return;
    askedAt = performance.now();
    try {
      const answer = await fetch(link.href, { headers: { Accept: "application/json" } });
      if (answer.ok) waiting = (await answer.json()).waiting;
    } catch {
      // Without a connection the link stays as it is.
    }
    show();
  };
  const look = () => {
    show();
    clearTimeout(due);
    if (idle()) due = setTimeout(ask, Math.max(DELAY, askedAt + PAUSE - performance.now()));
  };
  table.addEventListener("news", look);
  document.addEventListener("visibilitychange", look);
  look();
})();

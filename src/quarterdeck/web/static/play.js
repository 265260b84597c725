// Plays a replay: one move after the other, told like a running match. Space, or the button, begins and pauses.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const KEPT = "speed";
  // Milliseconds between two moves.
  const PAUSE = 300;
  let playing = false;
  // The page shows the move, and its story has been told.
  let [shown, told] = [true, true];
  const forward = () => document.querySelector('[data-step="next"][href]');
  const speed = () => Number(document.getElementById("speed").value);

  // Each page of the replay brings the controls anew.
  const draw = () => {
    const button = document.getElementById("play");
    const [sign, label] = button.children;
    const { wordsPlay, wordsPause } = button.parentElement.dataset;
    sign.textContent = playing ? "⏸" : "▶";
    label.textContent = playing ? wordsPause : wordsPlay;
    button.disabled = !playing && !forward();
    document.getElementById("speed").value = kept.get(KEPT) || "1";
    // On small screens a row of rounds is scrolled: the present one stands in its middle.
    const here = document.querySelector(".rounds [aria-current]");
    const row = here?.parentElement;
    if (row) row.scrollLeft += here.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 2;
  };
  const pause = () => {
    playing = false;
    story.tempo(null);
    delete document.body.dataset.playing;
    draw();
  };
  const go = () => {
    if (!playing || !shown || !told) return;
    if (!forward()) return pause();
    [shown, told] = [false, false];
    forward().click();
  };
  const goSoon = () => setTimeout(go, PAUSE / speed());
  const begin = () => {
    playing = true;
    document.body.dataset.playing = "";
    story.tempo(1 / speed());
    [shown, told] = [true, true];
    draw();
    go();
  };
  const toggle = () => {
    if (!playing) return forward() && begin();
    pause();
    story.flush();
  };
  document.addEventListener("change", (event) => {
    if (event.target.id !== "speed") return;
    kept.set(KEPT, event.target.value);
    if (playing) story.tempo(1 / speed());
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !isShortcut(event) || singleKeys.off() || isCovered()) return;
    if (event.target.matches("button, a, input, summary")) return;
    event.preventDefault();
    // A key that is held down repeats itself.
    if (!event.repeat) toggle();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) toggle();
    // Whoever turns a page by hand has stopped it.
    else if (playing && event.isTrusted && event.target.closest("#region_prompt a[href], #region_coach a[href]")) pause();
  }, true);
  // Whoever looks away misses nothing.
  document.addEventListener("visibilitychange", () => document.hidden && playing && pause());
  table.addEventListener("told", () => {
    told = true;
    goSoon();
  });
  table.addEventListener("news", (event) => {
    if (event.detail.version === undefined) return;
    shown = true;
    draw();
    goSoon();
  });
  draw();
})();

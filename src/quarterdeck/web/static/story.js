// Tells what happens one sentence at a time, at each viewer's own pace. The page shows a move when its story begins.
"use strict";
const story = (() => {
  const box = document.getElementById("story");
  if (!box) return { hear: (news, show) => show(news), flush() {} };
  // Milliseconds a sentence stays: a start and so much for each letter, times the pace.
  const START = 650;
  const LETTER = 24;
  const PACES = { now: 0, brisk: 0.5, normal: 1, calm: 2.2, wait: Infinity };
  // More sentences than these are summed up.
  const MOST = 14;
  // Milliseconds the last sentence stays.
  const LAST = 4000;
  const KEPT = "pace";
  const line = box.querySelector(".story-line");
  const on = box.querySelector("[data-story=on]");
  const choice = document.getElementById("pace");
  let queue = [];
  let sentences = [];
  let missed = [];
  let show = null;
  let timer = null;
  let telling = false;

  const pace = () => PACES[choice.value];
  choice.value = kept.get(KEPT) in PACES ? kept.get(KEPT) : "normal";
  choice.addEventListener("change", () => {
    kept.set(KEPT, choice.value);
    if (pace() === 0) flush();
    else if (telling) step();
  });

  const put = (sentence, label) => {
    line.textContent = sentence;
    on.firstChild.textContent = label;
    box.hidden = false;
  };
  const rest = () => {
    telling = false;
    timer = pace() === Infinity ? null : setTimeout(() => (box.hidden = true), LAST);
    on.hidden = true;
  };

  // The next sentence; after a move's last one, the next move.
  const step = () => {
    clearTimeout(timer);
    telling = true;
    while (!sentences.length && queue.length) {
      const news = queue.shift();
      sentences = [...(news.say || [])];
      show(news);
    }
    if (!sentences.length) return rest();
    const sentence = sentences.shift();
    put(sentence, box.dataset.wordsNext);
    on.hidden = !sentences.length && !queue.length;
    if (pace() !== Infinity) timer = setTimeout(step, (START + LETTER * sentence.length) * pace());
    else if (on.hidden) telling = false;
  };

  // Everything that waits, at once.
  const flush = () => {
    clearTimeout(timer);
    const waiting = queue;
    [queue, sentences, telling] = [[], [], false];
    box.hidden = true;
    for (const news of waiting) show(news);
  };

  // What happened while nobody looked, or faster than it can be told: a number, and a way through it.
  const sumUp = () => {
    const unheard = [...sentences, ...queue.flatMap((news) => news.say || [])];
    flush();
    missed.push(...unheard);
    if (!missed.length) return;
    put(box.dataset.wordsMissed.replace("{count}", missed.length), box.dataset.wordsThrough);
    on.hidden = false;
  };

  on.addEventListener("click", () => {
    if (missed.length) [sentences, missed] = [missed, []];
    step();
  });
  box.querySelector("[data-story=skip]").addEventListener("click", () => {
    missed = [];
    flush();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && missed.length) sumUp();
  });
  // Whoever acts has seen enough.
  document.addEventListener("submit", (event) => {
    if (event.target.closest("#region_prompt")) {
      missed = [];
      flush();
    }
  }, true);

  const hear = (news, apply) => {
    show = apply;
    if (news.version === undefined || news.go || pace() === 0) {
      if (news.version !== undefined) flush();
      return apply(news);
    }
    if (document.hidden) {
      flush();
      missed.push(...(news.say || []));
      return apply(news);
    }
    queue.push(news);
    const waiting = sentences.length + queue.reduce((sum, one) => sum + (one.say || []).length, 0);
    if (waiting > MOST) sumUp();
    else if (!telling) step();
  };
  return { hear, flush };
})();

// Tells what happens one sentence at a time, at each viewer's own pace. The page shows a move when its story begins, or at
// the sentence whose cue turns the page: until then a set piece is played on the board as it was.
"use strict";
const story = (() => {
  const box = document.getElementById("story");
  if (!box) return { hear: (news, show) => show(news), flush() {}, tempo() {}, telling: () => false };
  // Milliseconds a sentence stays: a start and so much for each letter, times the pace.
  const START = 650;
  const LETTER = 24;
  const BRIEF = 0.75;
  const PACES = { now: 0, brisk: 0.5, normal: 1, calm: 2.2, wait: Infinity };
  // More sentences than these are summed up.
  const MOST = 20;
  // Milliseconds the last sentence stays, and a summary where nobody is asked to go on.
  const LAST = 4000;
  const SUMMARY = 3500;
  const KEPT = "pace";
  // Screens on which it lies over the board.
  const SMALL = matchMedia("(max-width: 60rem)");
  const main = document.querySelector("[data-table]");
  const line = box.querySelector(".story-line");
  const on = box.querySelector("[data-story=on]");
  const choice = document.getElementById("pace");
  let queue = [];
  let beats = [];
  let held = null;
  let missed = [];
  let show = null;
  let timer = null;
  let telling = false;
  // Whether a summary waits for somebody to go on.
  let ended = false;
  // Whether the ship has come in.
  let flagged = false;
  // A replay that plays has a pace of its own.
  let tempo = null;

  const pace = () => tempo ?? PACES[choice.value];
  choice.value = kept.get(KEPT) in PACES ? kept.get(KEPT) : "normal";
  choice.addEventListener("change", () => {
    kept.set(KEPT, choice.value);
    if (pace() === 0) flush();
    else if (telling) step();
  });
  // Whether the reader plays against bots alone: then nobody waits while they read.
  const alone = () => Array.from(document.querySelectorAll("#region_strip li")).every((seat) => seat.matches(".me, [data-bot]"));

  const put = (sentence, label) => {
    line.textContent = sentence;
    on.firstChild.textContent = `${label} `;
    box.hidden = false;
    main.toggleAttribute("data-telling", true);
  };
  // The focus of what is hidden goes to the actions as a whole, not to one of their buttons: somebody who has pressed Enter
  // for the next sentence may press it once more.
  const leave = (part) => {
    if (part.contains(document.activeElement)) document.getElementById("region_prompt").focus({ preventScroll: true });
    part.hidden = true;
  };
  // What is shown again gets the focus back.
  const back = (held) => box.contains(held) && held.checkVisibility() && held.focus({ preventScroll: true });
  const hide = () => {
    leave(box);
    main.toggleAttribute("data-telling", false);
    stage.close();
  };
  // Everything has been told.
  const done = () => {
    telling = false;
    main.dispatchEvent(new Event("told"));
  };
  const rest = () => {
    // On small screens whoever is asked has the board free again.
    if (SMALL.matches && document.querySelector("#prompt.yours")) hide();
    else timer = pace() === Infinity ? null : setTimeout(hide, LAST);
    leave(on);
    done();
  };
  // For screen readers: each sentence when it is told.
  const say = (words) => words && main.dispatchEvent(new CustomEvent("say", { detail: words }));

  const beatsOf = (news) => (news.say || []).map((text, at) => ({ text, cue: news.cues?.[at] || {} }));
  const tellLog = () => logbook.tell(beats.filter((beat) => beat.written).length);
  // While the page is held, nothing can be done there: what is played has been played.
  const hold = (on) => {
    for (const button of document.querySelectorAll(on ? "#acts button:not([aria-disabled])" : "#acts button[data-held]")) {
      if (on) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
      button.toggleAttribute("data-held", on);
    }
    main.toggleAttribute("data-held", on);
    if (on) main.dispatchEvent(new Event("held"));
  };
  // The page shows the move that is being told.
  const turn = () => {
    const news = held;
    held = null;
    hold(false);
    if (news) show(news);
  };
  const begin = (news) => {
    beats = beatsOf(news);
    const [others, written] = logbook.write(news, show);
    held = { ...others, say: [] };
    for (const beat of beats.slice(beats.length - written)) beat.written = true;
    flight.begin(beats.map((beat) => beat.cue), news.version);
    // What ends within the move is told on the page as it was.
    const end = beats.findLastIndex((beat) => beat.cue.ends);
    const turning = beats.find((beat, at) => at >= end && beat.cue.turns);
    if (turning) turning.turns = true;
    else if (end >= 0) beats.at(-1).turns = true;
    if (beats.some((beat) => beat.turns)) hold(true);
    else turn();
  };

  // A summary waits until somebody goes on. The focus of whoever plays by keys goes to the button that does.
  const wait = (cue) => {
    ended = true;
    if (cue.summary) say(stage.told(cue.summary));
    say(singleKeys.off() ? cue.ends : box.dataset.wordsOn.replace("{what}", cue.ends));
    const at = document.activeElement;
    if (at === main || at.id === "region_prompt") on.focus({ preventScroll: true });
  };

  // The next sentence; after a move's last one, the next move.
  const step = () => {
    clearTimeout(timer);
    telling = true;
    ended = false;
    while (!beats.length && queue.length) begin(queue.shift());
    if (!beats.length) return rest();
    const { text, cue, turns } = beats.shift();
    flagged = Boolean(cue.flags);
    if (turns) turn();
    tellLog();
    say(text);
    const length = (START + LETTER * text.length) * (cue.brief ? BRIEF : 1) * pace();
    put(text, cue.ends || box.dataset.wordsNext);
    stage.play(cue, length);
    if (!cue.ends && !beats.length && !queue.length) leave(on);
    else on.hidden = false;
    berth.find();
    if (cue.ends && tempo === null) wait(cue);
    else if (pace() !== Infinity) timer = setTimeout(step, cue.ends ? SUMMARY * pace() : length);
    else if (on.hidden) done();
  };

  // Everything that waits, at once. Returns the last cue that ends in a summary.
  const flush = () => {
    clearTimeout(timer);
    const cues = [...beats, ...queue.flatMap(beatsOf)].map((beat) => beat.cue);
    const waiting = queue;
    say(beats.map((beat) => beat.text).join(" "));
    [queue, beats, ended] = [[], [], false];
    hide();
    flight.end();
    tellLog();
    turn();
    for (const news of waiting) show(news);
    done();
    return cues.findLast((cue) => cue.ends);
  };

  // What happened while nobody looked, or faster than it can be told: a number, and a way through it.
  const sumUp = () => {
    const at = document.activeElement;
    const unheard = [...beats, ...queue.flatMap(beatsOf)].map((beat) => beat.text);
    flush();
    missed.push(...unheard);
    if (!missed.length) return;
    const sentence = missed.length === 1 ? box.dataset.wordsMissedOne : box.dataset.wordsMissed;
    put(sentence.replace("{count}", missed.length), box.dataset.wordsThrough);
    on.hidden = false;
    berth.find();
    back(at);
  };
  const waiting = () => beats.length + queue.reduce((sum, one) => sum + (one.say || []).length, 0);
  // What belongs to a set piece is never summed up.
  const piece = (cue) => Boolean(cue && (cue.ends || cue.scene || cue.flights?.some((one) => one.tally)));
  const staged = () => ended || beats.some((beat) => piece(beat.cue)) || queue.some((news) => news.cues?.some(piece));

  const goOn = () => {
    // After the end comes the page of the log.
    if (ended && flagged) return skip();
    if (missed.length) {
      beats = missed.map((text) => ({ text, cue: {} }));
      missed = [];
    }
    const summed = ended;
    ended = false;
    if (summed && !staged() && waiting() > MOST) return sumUp();
    step();
  };
  // A set piece that is skipped leaves its summary; a second time, nothing.
  const skip = () => {
    const over = ended;
    const at = document.activeElement;
    missed = [];
    const ends = flush();
    if (over || !ends) return;
    put("", ends.ends);
    stage.show(ends);
    if (box.querySelector(".scene").hidden) return hide();
    on.hidden = false;
    berth.find();
    wait(ends);
    back(at);
  };
  on.addEventListener("click", goOn);
  box.querySelector("[data-story=skip]").addEventListener("click", skip);
  // A tap on the set piece goes on, too.
  box.addEventListener("click", (event) => {
    if (!event.target.closest("button, a") && !on.hidden) goOn();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !box.hidden && !isCovered()) skip();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && missed.length) sumUp();
  });
  // Whoever acts has seen enough. On a page that is not turned yet there is nothing to do any more.
  document.addEventListener("submit", (event) => {
    const way = event.target.closest("#region_ways");
    if (!way && !event.target.closest("#region_prompt, #region_company")) return;
    if (held && (way || event.target.id === "acts")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    missed = [];
    flush();
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
    if (waiting() > MOST && !staged()) sumUp();
    else if (ended ? !alone() : !telling) step();
  };
  return { hear, flush, tempo: (value) => (tempo = value), telling: () => telling };
})();

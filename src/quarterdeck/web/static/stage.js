// Set pieces: how a sentence of the story is staged. A cue comes from the server with each sentence (see web/boards/cues.py)
// and says what flies, what is framed, which ship sails, and what is laid on the sides of a scene.
"use strict";
const stage = (() => {
  const box = document.querySelector("#story .scene");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const make = (kind, name, ...inside) => {
    const made = document.createElement(kind);
    made.className = name;
    made.append(...inside);
    return made;
  };
  const nameOf = (seat) => document.querySelector(`#region_strip [data-place="seat-${seat}"]`)?.dataset.name || "";

  // The set piece that is shown, and how much of it is known.
  let scene = null;
  // What each seat has gained and paid since the last summary.
  let gains = [];
  let told = false;

  const note = (cue) => {
    for (const { tally, change, icon } of cue.source ? cue.flights || [] : []) {
      if (!tally) continue;
      if (told) [gains, told] = [[], false];
      const seat = Number(tally.split("-").pop());
      const same = gains.find((gain) => gain.seat === seat && gain.source === cue.source && gain.icon === icon);
      if (same) same.change += change;
      else gains.push({ seat, source: cue.source, icon, change });
    }
  };

  const lay = (one) => {
    const made = make("li", "lay");
    if (one.seat >= 0) made.append(make("b", "who", nameOf(one.seat)), " ");
    const cards = make("span", "cards");
    for (let at = 0; at < Math.min(one.number, 6); at++) cards.append(flight.picture(one.icon));
    if (!one.number) cards.append("–");
    made.append(cards);
    if (one.number > 1) made.append(make("span", "number", `×${one.number}`));
    if (one.words) made.append(make("span", "number", one.words));
    return made;
  };
  const title = (words, ...below) => {
    box.replaceChildren(make("h3", "scene-title", words), ...below);
    box.hidden = !words;
  };
  const draw = (next) => {
    const known = scene && scene.name === next.name && scene.title === next.title ? scene.lays.length : 0;
    scene = { sides: [], totals: [], title: "", ...next };
    const sides = Math.max(scene.sides.length, 1);
    const columns = Array.from({ length: sides }, (_, side) => {
      const list = make("ul", "lays", ...scene.lays.filter((one) => one.side === side).map(lay));
      const head = scene.sides[side] ? [make("h4", "", scene.sides[side])] : [];
      if (scene.totals.length) head.push(make("b", "total", String(scene.totals[side])));
      const column = make("section", "side", ...head, list);
      column.dataset.side = side;
      if (scene.won === side) column.classList.add("won");
      return column;
    });
    title(scene.title, make("div", "sides", ...columns));
    if (calm.matches) return;
    for (const [side, column] of columns.entries()) {
      const fresh = scene.lays.slice(known).filter((one) => one.side === side).length;
      const laid = Array.from(column.querySelectorAll(".lay"));
      for (const one of laid.slice(laid.length - fresh)) one.animate([{ translate: "0 -1.5rem", opacity: 0 }, { translate: "0 0", opacity: 1 }], 350);
    }
  };
  const flip = () => {
    if (calm.matches) return;
    box.querySelector(".won")?.animate([{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], { duration: 500, easing: "ease-out" });
  };

  const light = (places) => {
    for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const name of places) flight.place(name)?.classList.add("lit");
  };
  const sailTo = ([id, name]) => {
    const ship = document.getElementById(id);
    const place = document.querySelector(`[data-place~="${CSS.escape(name)}"]`);
    const slot = place?.dataset.slot ?? place?.dataset.berth;
    if (!ship || slot === undefined || ship.dataset.slot === slot) return;
    const from = Number(ship.dataset.slot);
    ship.dataset.slot = slot;
    sail(ship, from);
  };

  // One sentence, which stays for so many milliseconds.
  const play = (cue, length) => {
    flight.settle();
    note(cue);
    const ends = (cue.flights || []).flatMap((one) => [one.origin, one.target]);
    light(cue.lit || ends.filter((name) => name.startsWith("island") || name.startsWith("crew")));
    if (cue.scene) draw(cue.scene);
    else box.hidden = true;
    if (cue.ends) sum(cue);
    if (cue.scene?.won !== undefined) flip();
    if (cue.sail) sailTo(cue.sail);
    if (cue.sound) sound.play(cue.sound);
    for (const one of cue.flights || []) flight.fly(one, Math.max(300, Math.min(length, 1500)));
  };

  // The summary: what each seat has gained and paid, and for what.
  const sum = (cue) => {
    if (gains.length && !told) {
      const seats = [...new Set(gains.map((gain) => gain.seat))].sort((one, other) => one - other);
      const rows = seats.map((seat) => {
        const mine = gains.filter((gain) => gain.seat === seat && gain.change);
        const chips = mine.map((gain) => make("li", "gain", flight.picture(gain.icon), make("b", "", flight.signed(gain.change)), ` ${gain.source}`));
        const row = make("li", "gained", make("b", "who", nameOf(seat)), make("ul", "gains", ...chips));
        // Where everything is of one kind, it is added up.
        if (new Set(mine.map((gain) => gain.icon)).size === 1) row.append(make("b", "total", flight.signed(mine.reduce((all, gain) => all + gain.change, 0))));
        return row;
      });
      title(cue.heading, make("ul", "sums", ...rows));
    } else if (cue.scene) draw(cue.scene);
    else title(cue.heading || "");
    told = true;
  };
  const close = () => {
    light([]);
    box.hidden = true;
  };
  return { play, note, sum, close };
})();

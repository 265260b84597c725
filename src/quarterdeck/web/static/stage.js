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
  const sign = (seat) => {
    const made = make("span", "sign", flight.picture(`seat-sign-${seat % 6}`));
    made.dataset.owner = seat % 6;
    return made;
  };
  // A seat's sign and name.
  const who = (seat) => make("b", "who", sign(seat), ` ${nameOf(seat)}`);
  const nameOf = (seat) => document.querySelector(`#region_strip [data-place="seat-${seat}"]`)?.dataset.name || "";

  // The set piece that is shown, and how much of it is known.
  let scene = null;

  const lay = (one) => {
    const made = make("li", "lay");
    if (one.seat >= 0) {
      made.dataset.owner = one.seat % 6;
      made.append(who(one.seat), " ");
    }
    const cards = make("span", "cards");
    for (let at = 0; at < Math.min(one.number, 6); at++) cards.append(flight.picture(one.icon));
    if (!one.number && !one.words) cards.append("–");
    made.append(cards);
    if (one.number > 1) made.append(make("span", "number", `×${one.number}`));
    if (one.words) made.append(make("span", "number", one.words));
    return made;
  };
  const title = (words, ...below) => {
    box.replaceChildren(make("h3", "scene-title", words), ...below);
    box.hidden = false;
  };
  const draw = (next) => {
    const known = scene && scene.name === next.name && scene.title === next.title ? scene.lays.length : 0;
    scene = { sides: [], totals: [], title: "", ...next };
    box.dataset.scene = next.name;
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
      for (const one of laid.slice(laid.length - fresh)) one.animate([{ translate: "0 -0.5rem", opacity: 0 }, { translate: "0 0", opacity: 1 }], 350);
    }
  };
  const flip = () => {
    if (calm.matches) return;
    box.querySelector(".won")?.animate([{ transform: "rotateY(90deg)" }, { transform: "rotateY(0)" }], { duration: 500, easing: "ease-out" });
  };

  const light = (places) => {
    for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const name of places) flight.placeInSight(name)?.classList.add("lit");
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
    const ends = (cue.flights || []).flatMap((one) => [one.origin, one.target]);
    light(cue.lit || ends.filter((name) => name.startsWith("island") || name.startsWith("crew")));
    box.hidden = true;
    show(cue);
    if (cue.scene?.won !== undefined) flip();
    if (cue.sail) sailTo(cue.sail);
    const flights = cue.flights || [];
    const noise = () => cue.sound && sound.play(cue.sound);
    // A coin rings when it arrives, before the next sentence.
    const rings = cue.sound === "coin" && flights.length;
    if (!rings) noise();
    for (const [at, one] of flights.entries()) flight.fly(one, Math.max(250, Math.min(0.8 * length, 1500)), rings && !at ? noise : undefined);
  };

  const rule = (id) => {
    const link = make("a", "rule", id);
    link.href = `${box.dataset.rules}#${id}`;
    return link;
  };
  // What one source has brought a seat.
  const chip = (gains) => {
    const made = make("li", "gain");
    for (const { icon, change, words } of gains) {
      made.append(...(icon ? [flight.picture(icon)] : []), ...(change === null ? [] : [make("b", "", flight.signed(change))]));
      if (words) made.append(make("span", "unseen", words.replace(/^\d+/, "")));
    }
    made.append(` ${gains[0].source} `, ...(gains[0].rule ? [rule(gains[0].rule)] : []));
    return made;
  };
  const row = (seat, gains, adds) => {
    const sources = [...new Set(gains.map((gain) => gain.source))];
    const chips = sources.map((source) => chip(gains.filter((gain) => gain.source === source)));
    const made = make("li", "gained", who(seat), make("ul", "gains", ...chips));
    if (adds) made.append(make("b", "total", flight.signed(gains.reduce((all, gain) => all + gain.change, 0))));
    return made;
  };
  const seatsOf = (gains) => [...new Set(gains.map((gain) => gain.seat))].sort((one, other) => one - other);
  const sum = ({ heading, gains, facts }) => {
    const seats = seatsOf(gains);
    // Where everything is of one kind, it is added up.
    const icons = new Set(gains.map((gain) => gain.icon));
    const adds = icons.size === 1 && !icons.has("");
    const rows = seats.map((seat) => row(seat, gains.filter((gain) => gain.seat === seat), adds));
    const repeated = facts.map(({ text, rule: id }) => make("div", "repeated", `${text} `, rule(id)));
    return [make("h3", "scene-title", heading), make("ul", "sums", ...rows), ...repeated];
  };

  // A summary in words, for screen readers.
  const told = ({ heading, gains, facts }) => {
    const amount = ({ change, words, source }) => [change ? `${flight.signed(change)[0]}${words || Math.abs(change)}` : words, source].filter(Boolean).join(" ");
    const rows = seatsOf(gains).map((seat) => `${nameOf(seat)}: ${gains.filter((gain) => gain.seat === seat).map(amount).join(", ")}.`);
    return [`${heading}.`, ...rows, ...facts.map((fact) => fact.text)].join(" ");
  };

  // The ship comes in, and up go the flags of who has won.
  const sailIn = (flags) => {
    const names = flags.map(who);
    const masts = flags.map((seat) => {
      const flag = make("span", "flag", flight.picture(`seat-sign-${seat % 6}`));
      flag.dataset.owner = seat % 6;
      return flag;
    });
    const ship = make("div", "landfall-ship", make("div", "masts", ...masts), flight.picture("ship"));
    const scenery = make("div", "landfall", ship, make("div", "landfall-sea"));
    scenery.ariaHidden = "true";
    box.replaceChildren(scenery, make("p", "winners", ...names));
    box.hidden = false;
    if (calm.matches) return;
    ship.animate([{ translate: "-160% 0", rotate: "-4deg" }, { rotate: "3deg", offset: 0.6 }, { translate: "0 0", rotate: "0deg" }], { duration: 2200, easing: "cubic-bezier(0.2, 0.6, 0.3, 1)" });
    for (const [at, flag] of masts.entries()) {
      flag.animate([{ translate: "0 3.5rem", opacity: 0 }, { opacity: 1, offset: 0.2 }, { translate: "0 0" }], { duration: 1100, delay: 1900 + 400 * at, easing: "ease-out", fill: "backwards" });
    }
  };

  // A set piece that lies above the actions stays there while it is played, though one has nothing more to do meanwhile.
  const settle = () => box.parentElement.toggleAttribute("data-up", !box.hidden && getComputedStyle(box.parentElement).position !== "fixed");

  // What stands above the sentence: a set piece, a summary, or the end.
  const show = (cue) => {
    if (cue.scene) draw(cue.scene);
    if (cue.summary && cue.scene) box.append(...sum(cue.summary));
    else if (cue.summary) {
      box.replaceChildren(...sum(cue.summary));
      box.hidden = false;
    }
    if (cue.flags) sailIn(cue.flags);
    settle();
  };
  const close = () => {
    light([]);
    box.hidden = true;
    settle();
  };
  return { play, show, close, told };
})();

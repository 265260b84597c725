// Ships move from slot to slot: on a ring of data-ring slots clockwise (data-way="back": counter-clockwise), in a replay
// also back; on a route, without data-ring, straight to their destination. data-pace: slots per step.
"use strict";
const sail = (() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  // The ship already has its new slot; it is shown on its way there from another one.
  return (ship, from, rewind = false) => {
    const to = Number(ship.dataset.slot);
    if (from === undefined || from === to) return;
    // What lies over the board keeps clear of it.
    const off = () => ship.dispatchEvent(new Event("sails", { bubbles: true }));
    if (calm.matches) return off();
    const ring = Number(ship.dataset.ring);
    const back = (ship.dataset.way === "back") !== rewind;
    const steps = !ring ? to - from : back ? -((from - to + ring) % ring) : (to - from + ring) % ring;
    const places = [];
    for (let step = 0; step !== steps + Math.sign(steps); step += Math.sign(steps)) {
      ship.dataset.slot = ring ? (from + step + ring) % ring : from + step;
      places.push([ship.offsetLeft, ship.offsetTop]);
    }
    const [endX, endY] = places.at(-1);
    ship.animate(
      places.map(([x, y]) => ({ translate: `${x - endX}px ${y - endY}px` })),
      { duration: 600 + (450 * Math.abs(steps)) / (Number(ship.dataset.pace) || 1), easing: "cubic-bezier(0.4, 0, 0.3, 1)" },
    );
    off();
  };
})();

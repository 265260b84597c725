// Sounds of the table, made here: no files. They are off until somebody switches them on, and never the only sign.
"use strict";
const sound = (() => {
  const on = document.getElementById("sound");
  const volume = document.getElementById("volume");
  // Milliseconds after which a bell is not rung any more.
  const LATE = 1000;
  let audio = null;
  let out = null;

  // Browsers allow sound only after a click or key.
  const wake = () => {
    if (!audio) {
      audio = new AudioContext();
      out = audio.createGain();
      out.connect(audio.destination);
    }
    out.gain.value = Number(volume.value) / 100;
    return audio.resume();
  };
  const envelope = (at, loud, length) => {
    const swell = audio.createGain();
    swell.gain.setValueAtTime(0.0001, at);
    swell.gain.exponentialRampToValueAtTime(loud, at + 0.008);
    swell.gain.exponentialRampToValueAtTime(0.0001, at + length);
    swell.connect(out);
    return swell;
  };
  // A tone in hertz, seconds after now; it may glide to another one.
  const tone = (pitch, after, length, loud, { shape = "sine", to = pitch } = {}) => {
    const at = audio.currentTime + after;
    const made = audio.createOscillator();
    made.type = shape;
    made.frequency.setValueAtTime(pitch, at);
    made.frequency.exponentialRampToValueAtTime(to, at + length);
    made.connect(envelope(at, loud, length));
    made.start(at);
    made.stop(at + length + 0.05);
  };
  // Noise through a band around a pitch that glides: a card, water.
  const hush = (pitch, after, length, loud, to = pitch) => {
    const at = audio.currentTime + after;
    const grains = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const heights = grains.getChannelData(0);
    for (let grain = 0; grain < heights.length; grain++) heights[grain] = Math.random() * 2 - 1;
    const made = audio.createBufferSource();
    made.buffer = grains;
    const band = audio.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.setValueAtTime(pitch, at);
    band.frequency.exponentialRampToValueAtTime(to, at + length);
    made.connect(band).connect(envelope(at, loud, length));
    made.start(at);
  };
  const stroke = (after) => {
    for (const [partial, loud] of [[1, 0.12], [2.01, 0.07], [2.74, 0.04], [4.1, 0.02]]) tone(660 * partial, after, 1.4 / partial, loud);
  };
  const SOUNDS = {
    bell: () => {
      stroke(0);
      stroke(0.28);
    },
    card: () => hush(2600, 0, 0.09, 0.25, 1200),
    coin: () => {
      tone(1980, 0, 0.25, 0.07, { shape: "triangle" });
      tone(2640, 0.06, 0.4, 0.06, { shape: "triangle" });
    },
    ship: () => {
      hush(420, 0, 1.1, 0.22, 900);
      hush(700, 0.5, 1.2, 0.16, 300);
    },
    // Drums.
    mutiny: () => {
      for (const [after, loud] of [[0, 0.4], [0.16, 0.25], [0.3, 0.45], [0.6, 0.5]]) {
        tone(140, after, 0.3, loud, { to: 55 });
        hush(1800, after, 0.07, loud / 5, 900);
      }
    },
    win: () => {
      for (const [at, pitch] of [523, 659, 784, 1047].entries()) tone(pitch, at * 0.14, at === 3 ? 0.9 : 0.3, 0.13, { shape: "triangle" });
    },
  };

  const can = () => audio?.state === "running";
  // Whoever looks elsewhere hears only the bell.
  const play = (name) => {
    if (on.checked && can() && (name === "bell" || !document.hidden)) SOUNDS[name]();
  };
  // The ship's bell is chosen on its own, too.
  const ring = async () => {
    const asked = performance.now();
    await wake();
    // What waited for the first click or key is no news any more.
    if (can() && performance.now() - asked < LATE) SOUNDS.bell();
  };
  const wanted = () => on.checked || document.getElementById("notice-sound")?.checked;

  on.checked = kept.get("sound") === "on";
  volume.value = kept.get("volume") || volume.value;
  on.addEventListener("change", async () => {
    kept.set("sound", on.checked ? "on" : "");
    if (!on.checked) return;
    await wake();
    play("coin");
  });
  volume.addEventListener("change", async () => {
    kept.set("volume", volume.value);
    if (!wanted()) return;
    await wake();
    play("coin");
  });
  // A finger allows it only once it is lifted.
  for (const kind of ["pointerup", "click", "keydown"]) {
    addEventListener(kind, () => {
      if (wanted() && !can()) wake();
    });
  }
  return { play, ring };
})();

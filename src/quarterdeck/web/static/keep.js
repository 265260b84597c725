// What this browser stores for a person: preferences and marks, never a secret. If storage is refused, they last for
// one page.
"use strict";
const kept = {
  get(key) {
    try {
      return localStorage.getItem(`quarterdeck-${key}`) || "";
    } catch {
      return "";
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`quarterdeck-${key}`, value);
    } catch {
      // Then it is not stored.
    }
  },
};

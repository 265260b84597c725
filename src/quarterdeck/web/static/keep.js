// What this browser keeps for a person: wishes and marks, never a secret. It may refuse; then they hold for a page only.
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
      // Then it is not kept.
    }
  },
};

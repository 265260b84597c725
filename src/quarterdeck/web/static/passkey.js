// Makes passkeys and signs in with them, on the guest's page. What may be done, the server decides.
"use strict";
(() => {
  const box = document.querySelector("[data-passkeys]");
  if (!box) return;
  const root = document.documentElement.dataset.root;
  const state = box.querySelector("[data-passkey-state]");
  const buttons = [...box.querySelectorAll("[data-passkey]")];

  const say = (text) => {
    state.textContent = text;
    state.hidden = false;
  };
  const words = (name) => box.querySelector(`[data-words="${name}"]`).content.textContent;

  const raw = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const text = (buffer) => {
    const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };

  const send = async (where, fields) => {
    const body = new URLSearchParams({ csrf: box.dataset.csrf, ...fields });
    const answer = await request(where, body);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    return told;
  };

  const credentials = (found) => (found || []).map((one) => ({ ...one, id: raw(one.id) }));

  const told = (made) => {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (made.response[name]) response[name] = text(made.response[name]);
    }
    return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response });
  };

  const make = async () => {
    const { options, asked } = await send(`${root}/me/passkey/new`, {});
    const publicKey = {
      ...options,
      challenge: raw(options.challenge),
      user: { ...options.user, id: raw(options.user.id) },
      excludeCredentials: credentials(options.excludeCredentials),
    };
    const made = await navigator.credentials.create({ publicKey });
    return send(`${root}/me/passkey`, { asked, answer: told(made), name: box.querySelector("[name=name]").value });
  };

  const enter = async () => {
    const { options, asked } = await send(`${root}/me/passkey/ask`, {});
    const publicKey = { ...options, challenge: raw(options.challenge), allowCredentials: [] };
    const found = await navigator.credentials.get({ publicKey });
    return send(`${root}/me/enter`, { asked, answer: told(found) });
  };

  // Leads to the page that the server names, even if it is this one at another place.
  const go = (where) => {
    const to = new URL(where, location.href);
    const here = to.pathname + to.search === location.pathname + location.search;
    location.href = to.href;
    if (here) location.reload();
  };

  const attempt = (doing) => async () => {
    state.hidden = true;
    for (const one of buttons) one.disabled = true;
    try {
      go((await doing()).go);
    } catch (error) {
      const known = { NotAllowedError: "declined", InvalidStateError: "twice", SecurityError: "insecure" }[error.name];
      say(known ? words(known) : error.name === "Error" && error.message ? error.message : words("failed"));
      for (const one of buttons) one.disabled = false;
    }
  };

  if (!window.isSecureContext) return void say(words("insecure"));
  if (!window.PublicKeyCredential) return void say(words("unable"));
  for (const one of buttons) {
    one.addEventListener("click", attempt(one.dataset.passkey === "make" ? make : enter));
    one.closest("[data-passkey-part]").hidden = false;
  }
})();

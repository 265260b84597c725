// Switches notices on this device on and off, on the guest's page.
"use strict";
(() => {
  const box = document.querySelector("[data-push]");
  if (!box) return;
  const state = box.querySelector("[data-push-state]");
  const buttons = { on: box.querySelector("[data-push-on]"), off: box.querySelector("[data-push-off]") };
  const root = document.documentElement.dataset.root;
  const known = new Set(JSON.parse(box.dataset.endpoints));

  // The sentence to show, and the button that helps.
  const show = (words, button) => {
    state.textContent = box.querySelector(`[data-words="${words}"]`).content.textContent;
    state.hidden = false;
    state.classList.toggle("on", words === "on");
    for (const [name, one] of Object.entries(buttons)) one.hidden = name !== button;
  };

  const send = async (where, fields) => {
    const body = new URLSearchParams({ csrf: box.dataset.csrf, ...fields });
    const answer = await request(where, body);
    if (!answer.ok) throw new Error(String(answer.status));
  };

  const key = () => {
    const text = atob(box.dataset.push.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  };

  // Whether a subscription was made with the server's current key.
  const ours = (subscription) => {
    const made = subscription.options.applicationServerKey;
    return !made || String(new Uint8Array(made)) === String(key());
  };

  const subscribed = async () => {
    const worker = await navigator.serviceWorker.getRegistration(`${root}/`);
    return worker ? worker.pushManager.getSubscription() : null;
  };

  const begin = async () => {
    const answer = await Notification.requestPermission();
    if (answer === "denied") return void show("blocked");
    // The question was closed without an answer.
    if (answer !== "granted") return;
    // The same address as app.js has, so that there is one worker.
    await navigator.serviceWorker.register(`${root}/sw.js?lang=${document.documentElement.lang}`);
    const worker = await navigator.serviceWorker.ready;
    // A subscription unknown to the server, perhaps made with an old key, is useless.
    const old = await worker.pushManager.getSubscription();
    if (old) await old.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key() });
    await send(`${root}/me/push`, { subscription: JSON.stringify(made) });
    location.reload();
  };

  const end = async () => {
    const old = await subscribed();
    if (old) {
      await send(`${root}/me/push/remove`, { endpoint: old.endpoint });
      await old.unsubscribe();
    }
    location.reload();
  };

  const attempt = (doing) => async () => {
    for (const one of Object.values(buttons)) one.disabled = true;
    await doing().catch(() => show("failed", doing === begin ? "on" : "off"));
    for (const one of Object.values(buttons)) one.disabled = false;
  };
  buttons.on.addEventListener("click", attempt(begin));
  buttons.off.addEventListener("click", attempt(end));

  const look = async () => {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return void show("unable");
    if (Notification.permission === "denied") return void show("blocked");
    const found = await subscribed();
    if (found && known.has(found.endpoint) && ours(found)) show("on", "off");
    else show("off", "on");
  };
  look().catch(() => show("unable"));
})();

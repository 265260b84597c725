// The service worker. It has a page for when there is no connection, takes files that are shared with the installed app,
// and shows notices while no page of ours is open.
//
// It keeps nothing but that page and the static files that it names, never a page of a match: those are for one person's
// eyes, and only the server knows whose.
"use strict";
const { scope } = self.registration;
const KEPT = `quarterdeck ${scope}`;
const OFFLINE = new URL(`offline${self.location.search}`, scope).href;
const STATIC = new URL("static/", scope).href;
// Answers of a proxy whose server is away.
const AWAY = [502, 504];

// The addresses of the files that are kept. Others need not go through the worker.
let files = new Set();
const look = async () => {
  const requests = await (await caches.open(KEPT)).keys();
  files = new Set(requests.map(({ url }) => url).filter((url) => url !== OFFLINE));
};
look();

const keep = async () => {
  const page = await fetch(OFFLINE, { cache: "no-cache" });
  if (!page.ok) throw new Error(String(page.status));
  const named = (await page.clone().text()).matchAll(/(?:href|src)="([^"]+)/g);
  const addresses = Array.from(named, ([, address]) => new URL(address, scope).href);
  const wanted = addresses.filter((address) => address.startsWith(STATIC));
  const cache = await caches.open(KEPT);
  await cache.addAll(wanted);
  await cache.put(OFFLINE, page);
  // What an earlier page needed.
  for (const old of await cache.keys()) if (![OFFLINE, ...wanted].includes(old.url)) await cache.delete(old);
  await look();
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  // The browser asks the server while the worker starts, so that no page is later than without a worker.
  const begin = async () => {
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

const kept = async (address) => (await caches.open(KEPT)).match(address);

// The page for no connection, once its files are known.
const offline = async () => {
  await look();
  return kept(OFFLINE);
};

const page = async (event) => {
  try {
    const answer = (await event.preloadResponse) || (await fetch(event.request));
    return AWAY.includes(answer.status) ? (await offline()) || answer : answer;
  } catch {
    return (await offline()) || Response.error();
  }
};

// The file that was shared last, until the page with the form asks for it.
let shared = null;
const take = async (request) => {
  const file = (await request.formData()).get("match");
  shared = file instanceof File ? file : null;
  return Response.redirect(new URL("open?shared=on", scope), 303);
};

self.addEventListener("message", (event) => {
  if (event.data !== "shared") return;
  event.source.postMessage({ shared });
  shared = null;
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const navigates = request.mode === "navigate";
  if (navigates && request.method === "POST" && request.url === new URL("open/shared", scope).href) {
    event.respondWith(take(request));
  } else if (navigates && request.method === "GET") {
    event.respondWith(page(event));
  } else if (files.has(request.url)) {
    event.respondWith(kept(request).then((file) => file || fetch(request)));
  }
});

// The number of tables where it is one's turn, on the icon of the installed app.
const badge = async () => {
  if (!("setAppBadge" in self.navigator)) return;
  const answer = await fetch(new URL("me/turns", scope), { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const { turns } = await answer.json();
  await (turns ? self.navigator.setAppBadge(turns) : self.navigator.clearAppBadge());
};

self.addEventListener("push", (event) => {
  const { title, text, path } = event.data.json();
  // A newer notice about the same table replaces the previous one.
  const notice = self.registration.showNotification(title, { body: text, tag: path, renotify: true, data: path });
  event.waitUntil(Promise.all([notice, badge().catch(() => {})]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const table = new URL(event.notification.data, self.location.origin);
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === table.pathname);
    await (there ? there.focus() : self.clients.openWindow(table.pathname));
  };
  event.waitUntil(open());
});

// The service worker, which shows notices while no page of ours is open.
"use strict";
self.addEventListener("push", (event) => {
  const { title, text, path } = event.data.json();
  // A newer notice about the same table replaces the previous one.
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: path, renotify: true, data: path }));
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

/* global self, caches */
// Takes the place of the worker where it is switched off: forgets what was kept and leaves for good.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith('offline-'));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await self.registration.unregister();
}

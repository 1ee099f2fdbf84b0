/* global self, caches, Request, Response */
/*
 * Keeps one page for when there is no network: the word that one is offline. Every page is fetched from the
 * network, always; no answer of the backend, no page and no token is ever kept.
 */
const prefix = 'offline-';
// Filled in by the build: another content is another version.
const cacheName = `${prefix}{{version}}`;
const files = ['{{files}}'];
// Answered by the host and no pages, though a browser may be sent there: a confirmation's link, a download.
const backend = /^\/(auth|rest|storage|functions|live|payments-sandbox|mailbox|healthz)(\/|$)/;

self.addEventListener('install', (event) => {
  // Nothing on an open page depends on the version, so a new one need not wait for the last tab to close.
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!backend.test(pathname)) event.respondWith(fetch(request).catch(offlinePage));
  } else if (files.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => kept(pathname)));
  }
});

async function keepFiles() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: cacheFor(file) })));
}

// The page in front has just loaded the font, under a name that never changes its content.
const cacheFor = (file) => (file.startsWith('/assets/') ? 'default' : 'no-cache');

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

const offlinePage = () => kept('/offline.html');

async function kept(pathname) {
  const cache = await caches.open(cacheName);
  return (await cache.match(pathname)) ?? Response.error();
}

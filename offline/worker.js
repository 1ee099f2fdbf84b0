/* global self, caches, Headers, Request, Response */
/*
 * Keeps one page for when there is no network: the word that one is offline. Every page is fetched from the
 * network, always; no answer of the backend and no token is ever kept.
 *
 * On a device of the business it keeps the owner's page and its files, too, once that page asks for it (keepShell).
 * The page is a frame without data.
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
    if (shellPages.test(pathname)) event.respondWith(shellPage(request));
    else if (!backend.test(pathname)) event.respondWith(fetch(request).catch(offlinePage));
  } else if (pathname.startsWith(shellFiles)) {
    event.respondWith(keptShellFile(request));
  } else if (files.includes(pathname)) {
    event.respondWith(
      fetch(request).catch(async () => (await kept(pathname, prefix)) ?? Response.error()),
    );
  }
});

// The pages of those who work for the business, which are one shell, and its files.
const shellPrefix = 'day-';
const shellPages = /^\/(admin|crew)(\/|$)/;
const shellFiles = '/assets/owner/';
/** How long a weak network has time for a page that is kept. */
const patienceMs = 5_000;

// The page of a build names itself and the files that it consists of.
self.addEventListener('message', (event) => {
  const { keepShell } = event.data ?? {};
  if (keepShell) event.waitUntil(keepShellOf(keepShell).catch(() => undefined));
});

/** Keeps a build once, whole or not at all, in place of the former one. */
async function keepShellOf({ build, page, files: shell }) {
  const name = `${shellPrefix}${build}`;
  if (!(await caches.has(name))) {
    const answer = await fetch(page, { cache: 'no-store' });
    const html = await answer.text();
    // A page of another build has other files: it asks itself when it is opened.
    if (!answer.ok || !html.includes(build)) return;
    const cache = await caches.open(name);
    try {
      await cache.addAll(shell.map((file) => new Request(file)));
      await cache.put('/admin', marked(html, answer.headers));
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
  }
  const names = await caches.keys();
  const old = names.filter((other) => other.startsWith(shellPrefix) && other !== name);
  await Promise.all(old.map((other) => caches.delete(other)));
}

/** The page says of itself that it comes from this device. Its text is no longer compressed. */
function marked(html, asked) {
  const headers = new Headers(asked);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html.replace('<html', '<html data-kept=""'), { headers });
}

async function shellPage(request) {
  const asked = fetch(request);
  const page = await kept('/admin', shellPrefix);
  if (!page) return asked.catch(offlinePage);
  const tooLate = new Promise((resolve) => setTimeout(() => resolve(page), patienceMs));
  return Promise.race([asked.catch(() => page), tooLate]);
}

/** Their names are hashes of their content. */
const keptShellFile = async (request) =>
  (await kept(new URL(request.url).pathname, shellPrefix)) ?? fetch(request);

async function keepFiles() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: cacheFor(file) })));
}

// The page in front has just loaded the style and the font, under names that never change their content.
const cacheFor = (file) => (file.startsWith('/assets/') ? 'default' : 'no-cache');

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

const offlinePage = async () => (await kept('/offline.html', prefix)) ?? Response.error();

/** From the caches with this prefix. */
async function kept(pathname, ofPrefix) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(ofPrefix) && (await (await caches.open(name)).match(pathname));
    if (found) return found;
  }
  return undefined;
}

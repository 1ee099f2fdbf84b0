import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from './static.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let root: string;
let server: ReturnType<typeof serve>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-'));
  const folder = join(root, 'site');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(root, '.git'));
  const head = '<meta charset="utf-8" /><!--app-config-->';
  await writeFile(join(folder, 'index.html'), `<!doctype html><head>${head}</head><body></body>`);
  await writeFile(join(folder, 'assets', 'app.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'app.css'), 'a{}');
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(root, 'secret.txt'), 'beside the site');
  await writeFile(join(root, '.git', 'config'), 'beside the site');
  const pageConfig = {
    anonKey: '',
    payments: 'sandbox',
    paymentsPublishableKey: '',
    schedulingPages: {},
    mailbox: false,
    live: false,
  } as const;
  const keptFolder = join(root, 'kept');
  const site = {
    folder,
    keptFolder,
    pageConfig,
    publicUrl: 'http://localhost',
    prerender: null,
    ask: fetch,
  };
  const { routes } = openSite({ ...site, map: null, log: quiet });
  server = serve({ fetch: routes.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await rm(root, { recursive: true });
});

/** Requests a path unchanged, which `fetch` would normalize. */
async function ask(path: string) {
  const sent = request({ port: (server.address() as AddressInfo).port, path });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { type: answer.headers['content-type'], body: await text(answer) };
}

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/assets//../../secret.txt',
  '/../.git/config',
])("serves nothing outside the site's folder at %s", async (path) => {
  expect((await ask(path)).body).not.toContain('beside the site');
});

test.each(['/assets', '/assets/', '/assets/.', '/'])('lists no folder at %s', async (path) => {
  expect((await ask(path)).body).not.toContain('app.js');
});

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/assets/app.js', 'text/javascript; charset=utf-8'],
  ['/assets/app.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'image/svg+xml; charset=utf-8'],
  ['/assets/none.js', 'text/plain; charset=utf-8'],
])('names the type and the charset of %s', async (path, type) => {
  expect((await ask(path)).type?.toLowerCase()).toBe(type);
});

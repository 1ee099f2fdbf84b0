import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as double from '../testing/prerender-double.ts';
import { plainPages, prerenderedPages, type Pages } from './page-routes.ts';
import { pageTemplate } from './page-template.ts';
import { loadPrerender, type Prerender } from './prerender.ts';

const entry = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
const preload = '<link rel="modulepreload" crossorigin href="/assets/react-1.js">';
const index =
  '<head><meta charset="utf-8" /><title>Old</title><meta name="description" content="Old" />' +
  `<!--app-config-->${entry}${preload}</head><body><div id="root"></div></body>`;
const ownersIndex = index.replace('index-1.js', 'owner/index-1.js');
const hostile = '</script><script>alert(1)</script><!-- \u2028 $& </head><div id="root"></div>';

const opened: Pages[] = [];
afterEach(async () => {
  for (const pages of opened.splice(0)) await pages.close();
});

function open(change: Partial<Prerender> = {}) {
  const asked: Request[] = [];
  const pages = prerenderedPages({
    template: pageTemplate(index, { anonKey: hostile }),
    ownersShell: pageTemplate(ownersIndex, { anonKey: hostile }).shell,
    publicUrl: 'https://lustre.test',
    prerender: { ...double, ...change },
    links: (files) => files.map((file) => `<link href="${file}">`).join(''),
    ask: (input, init) => {
      asked.push(new Request(input, init));
      return Promise.resolve(Response.json([{ comment: hostile }]));
    },
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
  });
  opened.push(pages);
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    pages.routes.request(path, { method, headers });
  return { get, asked };
}

test('a public page has its own head, the app, and its data', async () => {
  const answer = await open().get('/login');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
  const html = await answer.text();
  expect(html).toContain('<meta charset="utf-8" /><title>/login</title>');
  expect(html).not.toContain('Old');
  expect(html).toContain('<link rel="canonical" href="https://lustre.test/login">');
  expect(html).toContain(
    '<noscript>Call us</noscript><div id="root" data-plain="true"><h1>Known</h1></div>',
  );
  expect(answer.headers.get('x-robots-tag')).toBeNull();
});

test.each(['/nowhere', '/administration', '/gallery/nonsense'])('%s answers 404', async (path) => {
  const answer = await open().get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(await answer.text()).toContain('<title>Nothing here</title>');
});

test('a missing page never answers "not modified"', async () => {
  const { get } = open();
  const tag = (await get('/nowhere')).headers.get('etag') ?? '';
  expect((await get('/nowhere', { 'if-none-match': tag })).status).toBe(404);
});

test.each(['/admin', '/checkout'])(
  '%s is excluded from search engines and caches',
  async (path) => {
    const answer = await open().get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<div id="root"></div><p class="slow-start">');
  },
);

test('a browser with the current version gets "not modified", and one with another gets the page', async () => {
  const { get } = open();
  const first = await get('/gallery');
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('no-cache');
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get('/gallery', { 'if-none-match': known });
    expect(again.status, known).toBe(304);
    expect(again.headers.get('etag')).toBe(tag);
    expect(await again.text()).toBe('');
  }
  expect((await get('/gallery', { 'if-none-match': '"other"' })).status).toBe(200);
});

const plain = (bytes: Buffer) => bytes;

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['GZIP;q=0.5', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['', null, plain],
  ['deflate', null, plain],
])(
  'with "%s" accepted it is served as %s, as a version of its own',
  async (accepted, form, unpack) => {
    const { get } = open();
    const answer = await get('/gallery', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(form);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.headers.get('etag')).toContain(`-${form ?? 'identity'}"`);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(body.length));
    expect(unpack(body).toString()).toContain('<h1>Known</h1>');
  },
);

test('HEAD returns the head of GET', async () => {
  const { get } = open();
  const whole = await get('/gallery');
  const head = await get('/gallery', {}, 'HEAD');
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
  expect(await head.text()).toBe('');
  expect((await get('/nowhere', {}, 'HEAD')).status).toBe(404);
});

test('the sitemap lists each public page once, and robots.txt names the sitemap', async () => {
  const { get } = open();
  const map = await get('/sitemap.xml');
  expect(map.headers.get('content-type')).toBe('application/xml; charset=UTF-8');
  const urls = [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  expect(urls).toEqual(['/', '/gallery', '/login'].map((path) => `https://lustre.test${path}`));
  const robots = await (await get('/robots.txt')).text();
  expect(robots).toContain('Sitemap: https://lustre.test/sitemap.xml');
  // `noindex` must be read to work.
  expect(robots).not.toContain('admin');
});

test('the only inline script is allowed by its hash, whole and unchanged', async () => {
  const { get } = open();
  const answer = await get('/');
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(await answer.text()) ?? [];
  expect(script).toBe(double.arrivalScript);
  const hash = createHash('sha256').update(script).digest('base64');
  const policies = [
    answer,
    await get('/', { 'if-none-match': answer.headers.get('etag') ?? '' }),
    await get('/nowhere'),
  ].map(({ headers }) => headers.get('content-security-policy')?.split('; '));
  for (const policy of policies) expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
});

test("the owner's screens have a shell with files of their own", async () => {
  const { get } = open();
  expect(await (await get('/admin')).text()).toContain('src="/assets/owner/index-1.js"');
  expect(await (await get('/checkout')).text()).toContain(entry);
  const lost = await get('/admin/nowhere');
  expect(lost.status).toBe(404);
  expect(await lost.text()).toContain('src="/assets/owner/index-1.js"');
});

test("the app's scripts wait in a template until the first paint, and the shell starts them at once", async () => {
  const { get } = open({ renderPage: double.renderPage });
  const html = await (await get('/')).text();
  const [, waiting = ''] = /<template id="app-scripts">(.*?)<\/template>/s.exec(html) ?? [];
  expect(waiting).toContain(entry);
  expect(waiting).toContain(preload);
  expect(html.split(waiting).join('')).not.toMatch(/type="module"|modulepreload/);
  const shell = await (await get('/checkout')).text();
  expect(shell).not.toContain('<template');
  expect(shell).toContain(entry);
});

describe("a stranger's text in a page", () => {
  test('never closes its element, and arrives unchanged', async () => {
    const html = await (await open().get('/')).text();
    expect(html.replace(`<script>${double.arrivalScript}</script>`, '')).not.toContain('<script>');
    expect(html).not.toContain('<!--');
    expect(html.match(/<\/head>/g)).toHaveLength(1);
    expect(html.match(/id="root"/g)).toHaveLength(1);
    const texts = [
      ...html.matchAll(/<script type="application\/json" id="([\w-]+)">(.*?)<\/script>/gs),
    ];
    const data = Object.fromEntries(texts.map(([, id = '', json = '']) => [id, JSON.parse(json)]));
    expect(data).toEqual({
      'app-config': { anonKey: hostile },
      'page-data': [[['/'], [{ comment: hostile }]]],
    });
  });
});

test('a page is the same for every visitor, and its data is loaded anonymously', async () => {
  const { get, asked } = open();
  const mine = { authorization: 'Bearer mine', cookie: 'me=1', 'x-booking-id': 'mine' };
  const first = await get('/gallery', mine);
  const second = await get('/gallery');
  expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
  expect(asked).toHaveLength(1);
  for (const name of Object.keys(mine)) expect(asked[0]?.headers.get(name)).toBeNull();
});

test('a page that cannot be rendered is left to the browser', async () => {
  const { get } = open({ renderPage: () => Promise.reject(new Error('no')) });
  const answer = await get('/gallery');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).toContain('<div id="root"></div>');
  expect((await get('/nowhere')).status).toBe(404);
});

test('without a prerendered page the browser renders every screen', async () => {
  expect(await loadPrerender('/no/such/prerender.js')).toBeNull();
  const { routes, start, refresh } = plainPages(pageTemplate(index, {}));
  start();
  refresh(['reviews']);
  for (const path of ['/', '/gallery', '/nowhere']) {
    const answer = await routes.request(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>Old</title>');
  }
});

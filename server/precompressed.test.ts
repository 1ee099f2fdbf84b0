import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { expect, test } from 'vitest';
import { answerPrecompressed, precompress } from './precompressed.ts';

const text = `<!doctype html><p>${'Showroom finish. '.repeat(200)}</p>`;
const page = await precompress(text);
// As in the host, where everything else is compressed as it goes.
const app = new Hono().use(compress()).get('/', (context) => {
  context.header('cache-control', 'no-cache');
  return answerPrecompressed(context, page);
});

const ask = (headers: Record<string, string>) => app.request('/', { headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['br', 'br;q=0.5, gzip;q=0.5', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
  ['gzip', 'br;q=0.2, gzip;q=0.8', gunzipSync],
])('A page goes out as %s to who accepts %s, compressed once', async (form, accepted, unpack) => {
  const answer = await ask({ 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(form);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  const bytes = await bytesOf(answer);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(unpack(bytes).toString()).toBe(text);
});

test('Who accepts no compression gets the page as it is, and caches are told that it depends', async () => {
  const answer = await ask({});
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(await answer.text()).toBe(text);
});

test('Who has the page already is told that it is still the same', async () => {
  const { headers } = await ask({ 'accept-encoding': 'br' });
  const again = await ask({ 'accept-encoding': 'br', 'if-none-match': headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  expect(again.headers.get('cache-control')).toBe('no-cache');
  expect(await again.text()).toBe('');
});

test('Another page has another tag', async () => {
  expect((await precompress(`${text} `)).etag).not.toBe(page.etag);
});

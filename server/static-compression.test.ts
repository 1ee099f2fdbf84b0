import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openSite } from './static.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = `console.log(${JSON.stringify('Showroom finish. '.repeat(200))});`;
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<head><!--app-config--></head><div id="root"></div>');
writeFileSync(join(folder, 'assets/app-1a2b.js'), script);
writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script));

const site = openSite({
  folder,
  keptFolder: join(folder, 'kept'),
  pageConfig: {
    anonKey: '',
    payments: 'sandbox',
    paymentsPublishableKey: '',
    schedulingPages: {},
    mailbox: false,
    live: false,
  },
  map: null,
  publicUrl: 'http://localhost',
  prerender: null,
  ask: fetch,
  log: pino({ level: 'silent' }),
});
// As in the host, where files not compressed by the build are compressed when sent.
const app = new Hono().use(compress()).route('/', site.routes);

const plain = (bytes: Buffer) => bytes;

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['', null, plain],
])(
  'with "%s" accepted a script is served as %s, for a year, compressed once',
  async (accepted, form, unpack) => {
    const answer = await app.request('/assets/app-1a2b.js', {
      headers: { 'accept-encoding': accepted },
    });
    expect(answer.headers.get('content-encoding')).toBe(form);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(unpack(Buffer.from(await answer.arrayBuffer())).toString()).toBe(script);
  },
);

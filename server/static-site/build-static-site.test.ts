import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as prerender from '../testing/prerender-double.ts';
import { buildStaticSite } from './build-static-site.ts';
import type { StaticConfig } from './static-config.ts';

const index =
  '<head><meta charset="utf-8" /><title>Old</title><!--app-config--></head><div id="root"></div>';

const config: StaticConfig = {
  publicUrl: 'https://wash.example',
  backendUrl: 'https://project.backend.example',
  backendKey: 'sb_publishable_1',
  payments: { provider: 'stripe', publishableKey: 'pk_test_1' },
  schedulingPages: {},
  map: null,
};

let parent: string;
let fetch: ReturnType<typeof vi.fn<typeof globalThis.fetch>>;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'static-site-'));
  mkdirSync(join(parent, 'client/assets'), { recursive: true });
  for (const [file, text] of Object.entries({
    'index.html': index,
    'owner.html': index.replace('Old', 'The owner'),
    'assets/app-1.js': 'app();',
    'assets/app-1.js.br': 'packed',
    'service-worker.js': 'worker();',
  })) {
    writeFileSync(join(parent, 'client', file), text);
  }
  fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(Response.json([{ comment: 'Spotless' }])),
  );
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(parent, { recursive: true });
});

const folder = () => join(parent, 'site');
const build = (more: Partial<StaticConfig> = {}, now = new Date()) =>
  buildStaticSite({
    config: { ...config, ...more },
    clientFolder: join(parent, 'client'),
    folder: folder(),
    prerender,
    now,
  });
const read = (file: string) => readFileSync(join(folder(), file), 'utf8');
const has = (file: string) => existsSync(join(folder(), file));

/** The headers of each path, by the file for the host. */
function rules() {
  const blocks = read('_headers').trim().split('\n\n');
  return new Map(
    blocks.map((block): [string, string] => {
      const [path = '', ...lines] = block.split('\n');
      return [path, lines.join('\n')];
    }),
  );
}

describe('The site for a static host', () => {
  test('has the public pages with the data of the backend', async () => {
    await build();
    expect(read('index.html')).toContain('Spotless');
    expect(read('gallery.html')).toContain('<h1>Known</h1>');
    const requests = fetch.mock.calls.map(([input]) => input as Request);
    expect(requests.every(({ url }) => url.startsWith(`${config.backendUrl}/rest/v1/`))).toBe(true);
    expect(requests.map(({ headers }) => headers.get('apikey'))).toContain('sb_publishable_1');
  });

  test('tells each page where its backend is, and nothing secret', async () => {
    await build();
    for (const file of ['index.html', 'checkout.html', 'admin.html', '404.html']) {
      const found = /id="app-config">(.*?)<\/script>/.exec(read(file));
      expect(JSON.parse(found?.[1] ?? '')).toEqual({
        anonKey: 'sb_publishable_1',
        backendUrl: config.backendUrl,
        payments: 'stripe',
        paymentsPublishableKey: 'pk_test_1',
        schedulingPages: {},
        mailbox: false,
        live: false,
      });
    }
  });

  test("names a map's style to the owner's pages only, which may load it", async () => {
    const styleUrl = 'https://maps.example/style.json';
    await build({ map: { styleUrl, origins: ['https://maps.example'] } });
    expect(read('admin.html')).toContain(`"mapStyleUrl":"${styleUrl}"`);
    expect(rules().get('/admin')).toContain(`connect-src 'self' ${config.backendUrl} https://maps`);
    for (const file of ['index.html', 'checkout.html', '404.html']) {
      expect(read(file)).not.toContain('maps.example');
    }
    expect(rules().get('/')).not.toContain('maps.example');
  });

  test('has shells for the other screens, also behind addresses with an id', async () => {
    await build();
    expect(read('admin.html')).toContain('The owner');
    expect(read('checkout.html')).toContain('noindex');
    expect(has('reschedule')).toBe(false);
    expect(read('_redirects')).toBe(
      '/reschedule/:bookingId /shell 200\n/admin/bookings/:bookingId /owner-shell 200\n',
    );
  });

  test('allows its own files, its backend and Stripe only', async () => {
    await build();
    const all = rules();
    expect(all.get('/*')).toContain('x-content-type-options: nosniff');
    expect(all.get('/*')).not.toContain('content-security-policy');
    expect(all.get('/')).toContain(`connect-src 'self' ${config.backendUrl};`);
    expect(all.get('/')).toMatch(/script-src 'self' 'sha256-/);
    expect(all.get('/admin')).toContain(`img-src 'self' data: blob: ${config.backendUrl};`);
    expect(all.get('/admin')).not.toContain('stripe');
    expect(all.get('/checkout')).toContain(
      `connect-src 'self' ${config.backendUrl} https://api.stripe.com`,
    );
    expect(all.get('/service-worker.js')).toContain("default-src 'none'");
    expect(all.get('/assets/*')).toContain('immutable');
  });

  test("keeps a former version's assets for a week after the build that replaced it", async () => {
    const day = (date: number) => new Date(Date.UTC(2026, 11, date));
    const replaceApp = (version: number) => {
      rmSync(join(parent, `client/assets/app-${version - 1}.js`));
      writeFileSync(join(parent, `client/assets/app-${version}.js`), 'app();');
    };
    const versions = () => [1, 2, 3].filter((version) => has(`assets/app-${version}.js`));
    await build({}, day(1));
    writeFileSync(join(folder(), 'former-page.html'), 'Former');
    replaceApp(2);
    await build({}, day(10));
    expect(versions()).toEqual([1, 2]);
    expect(has('former-page.html')).toBe(false);
    replaceApp(3);
    await build({}, day(16));
    expect(versions()).toEqual([1, 2, 3]);
    await build({}, day(18));
    expect(versions()).toEqual([2, 3]);
  });

  test('has a not-found page with its own policy, and no file that the host makes itself', async () => {
    await build();
    expect(read('404.html')).toContain('Nothing here');
    expect(read('404.html')).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-`,
    );
    expect([has('assets/app-1.js'), has('assets/app-1.js.br'), has('owner.html')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(read('sitemap.xml')).toContain('https://wash.example/gallery');
  });

  test('is not built while the backend does not answer, and leaves the last one', async () => {
    await build();
    fetch.mockImplementation(() => Promise.reject(new TypeError('fetch failed')));
    await expect(build()).rejects.toThrow('fetch failed');
    expect(has('index.html')).toBe(true);
  });
});

import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const page = 'https://cal.com/lustre/wash';

type Settings = Parameters<typeof securityHeaders>[0];

const usual: Settings = {
  publicUrl: 'http://localhost:3000',
  paymentFields: false,
  schedulingPages: {},
};
const embedding: Settings = {
  publicUrl: 'https://lustre.example',
  paymentFields: true,
  schedulingPages: { default: page },
};

async function headersOf(path: string, settings = usual, type = 'text/html; charset=utf-8') {
  const app = new Hono();
  app.use(securityHeaders(settings));
  app.all('*', () => new Response('here', { headers: { 'content-type': type } }));
  return (await app.request(path)).headers;
}

/** The sources of each directive of an answer's policy. */
async function policyOf(path: string, settings = usual) {
  const text = (await headersOf(path, settings)).get('content-security-policy') ?? '';
  const directives = text.split('; ').map((one): [string, string[]] => {
    const [name = '', ...sources] = one.split(' ');
    return [name, sources];
  });
  return Object.fromEntries(directives);
}

test.each(['/', '/checkout', '/schedule', '/admin/templates', '/no-such-page'])(
  '%s loads only our own files, and runs no inline script or style element',
  async (path) => {
    const policy = await policyOf(path);
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    for (const name of ['script-src', 'style-src', 'connect-src', 'font-src', 'form-action']) {
      expect([name, policy[name]]).toEqual([name, ["'self'"]]);
    }
    expect(policy['frame-src']).toBeUndefined();
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-eval|https?:|\*/);
  },
);

const withMap: Settings = {
  ...embedding,
  map: {
    styleUrl: 'https://maps.example/style.json?key=1',
    origins: ['https://maps.example', 'https://tiles.example'],
  },
};

test.each(['/admin', '/admin/route', '/Admin/Route/', '/crew'])(
  "%s may load a map from its origins, and nothing else of others'",
  async (path) => {
    const origins = withMap.map?.origins ?? [];
    const before = await policyOf(path, embedding);
    expect(await policyOf(path, withMap)).toEqual({
      ...before,
      'img-src': [...(before['img-src'] ?? []), ...origins],
      'connect-src': [...(before['connect-src'] ?? []), ...origins],
    });
  },
);

test.each(['/', '/checkout', '/schedule', '/login', '/administration', '/assets/index.svg'])(
  '%s has the same policy with and without a map',
  async (path) => {
    const text = async (settings: Settings) =>
      (await headersOf(path, settings)).get('content-security-policy');
    expect(await text(withMap)).toBe(await text(embedding));
  },
);

test("the map's worker loads from the map's origins only, and from none without a map", async () => {
  const of = (settings: Settings) => policyOf('/assets/maplibre-gl-worker-1a2b3c4d.mjs', settings);
  expect((await of(withMap))['connect-src']).toEqual(withMap.map?.origins);
  expect((await of(withMap))['default-src']).toEqual(["'none'"]);
  expect((await of(usual))['connect-src']).toBeUndefined();
  expect((await of(usual))['default-src']).toEqual(["'none'"]);
});

test.each(['/checkout', '/checkout/', '/Checkout'])('Stripe may run on %s', async (path) => {
  const policy = await policyOf(path, embedding);
  expect(policy['script-src']).toContain('https://js.stripe.com');
  expect(policy['frame-src']).toContain('https://hooks.stripe.com');
  expect(policy['connect-src']).toContain('https://api.stripe.com');
  expect(JSON.stringify(policy)).not.toContain('cal.com');
});

test('a scheduling page may be framed on /schedule, and runs no script of its own in ours', async () => {
  const policy = await policyOf('/schedule', embedding);
  expect(policy['frame-src']).toEqual(['https://cal.com', 'https://app.cal.com']);
  expect(policy['script-src']).toEqual(["'self'"]);
});

test.each(['/', '/my-bookings', '/admin', '/checkouts', '/schedule/more', '/checkout%2f'])(
  '%s allows neither, with any configuration',
  async (path) => {
    const policy = JSON.stringify(await policyOf(path, embedding));
    expect(policy).not.toMatch(/stripe|cal\.com/);
  },
);

test.each([
  '/rest/v1/bookings',
  '/auth/v1/user',
  '/functions/v1/create-booking',
  '/live/v1/changes',
])('an answer of %s is inert when shown as a page', async (path) => {
  expect((await policyOf(path))['default-src']).toEqual(["'none'"]);
  expect((await policyOf(path))['script-src']).toBeUndefined();
});

test.each([
  '/',
  '/checkout',
  '/mailbox',
  '/rest/v1/bookings',
  '/storage/v1/object/public/gallery/a.jpg',
  '/storage/v1/object/authenticated/gallery/a.jpg',
])('forbids plugins, another base address and framing on %s', async (path) => {
  const policy = await policyOf(path, embedding);
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) {
    expect([name, policy[name]]).toEqual([name, ["'none'"]]);
  }
});

test('no URL is sent to other sites, and embedded ones get the origin only', async () => {
  const referrer = async (path: string) =>
    (await headersOf(path, embedding)).get('referrer-policy');
  expect(await referrer('/rain?token=secret')).toBe('same-origin');
  expect(await referrer('/checkout')).toBe('strict-origin');
  expect(await referrer('/schedule')).toBe('strict-origin');
});

test('HSTS is sent on https, and only there', async () => {
  const header = async (settings: Settings) =>
    (await headersOf('/', settings)).get('strict-transport-security');
  expect(await header(embedding)).toBe('max-age=31536000');
  expect(await header(usual)).toBeNull();
});

test('no other site may frame us, keep a handle of our window, or embed private content', async () => {
  const headers = await headersOf('/');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=(), ');
  expect(headers.get('permissions-policy')).toContain('payment=()');
  const shared = await headersOf('/storage/v1/object/public/gallery/a.jpg');
  expect(shared.get('cross-origin-resource-policy')).toBe('cross-origin');
  const own = await headersOf('/storage/v1/object/authenticated/gallery/a.jpg');
  expect(own.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('all documents have the same opener policy, so that navigation state survives', async () => {
  const opener = async (path: string) =>
    (await headersOf(path, embedding)).get('cross-origin-opener-policy');
  expect(new Set(await Promise.all(['/', '/schedule', '/checkout'].map(opener)))).toEqual(
    new Set(['same-origin-allow-popups']),
  );
});

/** The bytes of the headers added to an answer, as HTTP/1.1 writes them. */
const sizeOf = (headers: Headers) =>
  [...headers]
    .filter(([name]) => name !== 'content-type')
    .reduce((sum, [name, value]) => sum + name.length + value.length + ': \r\n'.length, 0);

test.each([
  ['/assets/app-1a2b.js', 'text/javascript; charset=utf-8'],
  ['/assets/app-1a2b.css', 'text/css; charset=utf-8'],
  ['/assets/archivo-1a2b.woff2', 'font/woff2'],
  ['/share.jpg', 'image/jpeg'],
])('%s has the headers that mean something for it, of at most 200 bytes', async (path, type) => {
  const headers = await headersOf(path, embedding, type);
  expect(sizeOf(headers)).toBeLessThanOrEqual(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
});

test('a drawing of the build, which can be a document, runs and loads nothing', async () => {
  const headers = await headersOf(
    '/assets/car-1a2b.svg',
    embedding,
    'image/svg+xml; charset=utf-8',
  );
  expect(sizeOf(headers)).toBeLessThanOrEqual(300);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; sandbox; /);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test.each([
  ['the worker, which its own policy rules', '/service-worker.js', 'text/javascript'],
  ['a page in the folder of scripts', '/assets/page.html', 'text/html; charset=utf-8'],
  ['a missing file', '/assets/none.js', 'text/plain; charset=utf-8'],
  ['an answer without a type', '/assets/none', ''],
])('%s has the headers of a document', async (_, path, type) => {
  const asDocument = Object.fromEntries(await headersOf('/', embedding, type));
  expect(Object.fromEntries(await headersOf(path, embedding, type))).toEqual(asDocument);
  expect(asDocument['content-security-policy']).toContain("script-src 'self'");
});

test.each([
  ['a photo', '/storage/v1/object/public/gallery/a.jpg', 'image/jpeg'],
  ['a photo of a function', '/functions/v1/photo', 'image/png'],
  ['a photo in an email', '/mailbox/1/attachments/0', 'image/png'],
])("%s of a customer keeps its folder's policy, whatever its type", async (_, path, type) => {
  expect(Object.fromEntries(await headersOf(path, embedding, type))).toMatchObject({
    'content-security-policy': (await headersOf(path, embedding)).get('content-security-policy'),
    'x-frame-options': 'DENY',
  });
});

test("an answer's own policy is kept", async () => {
  const app = new Hono();
  app.use(securityHeaders(usual));
  app.get('*', () => new Response('', { headers: { 'content-security-policy': 'sandbox' } }));
  const { headers } = await app.request('/mailbox/1/attachments/0');
  expect(headers.get('content-security-policy')).toBe('sandbox');
});

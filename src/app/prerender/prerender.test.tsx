import { describe, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { setSession } from '@/lib/session.ts';
import { signIn } from '@/testing/sign-in.ts';
import { noFacts } from './page-facts.ts';
import { factsOf, publicPages, renderPage } from './prerender.tsx';

const publicUrl = 'https://lustre.test';
const hostile = '</script><script>alert(1)</script><!-- \u2028 "> &lt;';

const review = {
  id: '7d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2a10',
  customer_name: `Mallory ${hostile}`,
  rating: 4,
  comment: hostile,
  photo_url: null,
  photo_width: null,
  photo_height: null,
  is_approved: true,
  created_at: '2026-11-20T15:00:00Z',
  service_name: 'Basic Wash',
  reply: hostile,
  replied_at: '2026-11-21T15:00:00Z',
};
const photo = {
  id: '1',
  image_url: '/1.webp',
  description: hostile,
  before_id: null,
  created_at: review.created_at,
};

const answers: Record<string, unknown> = {
  '/rest/v1/gallery_photos': [photo],
  '/rest/v1/reviews': [review],
  '/rest/v1/website_texts': [{ body: null, revision: 0 }],
  '/rest/v1/rpc/review_rating': { count: 12, average: 4.8 },
  '/rest/v1/rpc/published_business': { version: 1, business: defaultBusiness },
  '/rest/v1/rpc/review_counts': [{ service: 'Basic Wash', rating: 5, count: 12 }],
};

/** A backend that answers everybody the same, and keeps what it was asked. */
function backend(change: Record<string, unknown> = {}) {
  const asked: Request[] = [];
  const ask: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    asked.push(request);
    return Promise.resolve(Response.json({ ...answers, ...change }[new URL(request.url).pathname]));
  };
  return { asked, ask };
}

type Path = keyof typeof publicPages;
const paths = Object.keys(publicPages) as Path[];

async function pageAt(path: Path, change: Record<string, unknown> = {}) {
  return renderPage(path, await factsOf(path, backend(change).ask), publicUrl);
}

const contentOf = (head: string, key: string) =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)">`).exec(head)?.[1];

/** What the head tells search engines; null when it tells nothing. */
function dataOf(head: string) {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? [];
  return json === undefined ? null : (JSON.parse(json) as Record<string, unknown>);
}

test.each(paths)('%s has its title, its canonical URL and its sharing preview', async (path) => {
  const { head, app, noScript } = await pageAt(path);
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(head) ?? [];
  expect(title).toContain(defaultBusiness.facts.name);
  const description = contentOf(head, 'description') ?? '';
  expect(description.length).toBeGreaterThan(50);
  expect(description.length).toBeLessThan(200);
  expect(head).toContain(`<link rel="canonical" href="${publicUrl}${path}">`);
  expect(contentOf(head, 'og:url')).toBe(publicUrl + path);
  expect(contentOf(head, 'og:title')).toBe(title);
  expect(contentOf(head, 'og:image')).toBe(`${publicUrl}/share.jpg`);
  expect(contentOf(head, 'og:image:width')).toBe('1200');
  expect(contentOf(head, 'og:image:height')).toBe('630');
  expect(contentOf(head, 'robots')).toBeUndefined();
  expect(app.match(/<h1/g)).toHaveLength(1);
  expect(noScript).toContain(defaultBusiness.facts.phone);
});

test('all pages have different titles and descriptions', async () => {
  const heads = await Promise.all(paths.map(async (path) => (await pageAt(path)).head));
  const titles = heads.map((head) => contentOf(head, 'og:title'));
  const descriptions = heads.map((head) => contentOf(head, 'description'));
  expect(new Set(titles).size).toBe(paths.length);
  expect(new Set(descriptions).size).toBe(paths.length);
});

test('an unknown address says so and is not indexed', async () => {
  const { head, app } = await renderPage(null, null, publicUrl);
  expect(contentOf(head, 'robots')).toBe('noindex');
  expect(head).not.toContain('canonical');
  expect(dataOf(head)).toBeNull();
  expect(app).toContain('Page not found');
});

describe('the structured data of the home page', () => {
  test('names the business and the prices of its three packages', async () => {
    const { head } = await pageAt('/');
    const data = dataOf(head);
    expect(data).toMatchObject({
      '@type': 'AutoWash',
      name: defaultBusiness.facts.name,
      url: `${publicUrl}/`,
      address: { addressLocality: 'Caledon', addressRegion: 'Ontario', addressCountry: 'CA' },
    });
    const offers = data?.['makesOffer'] as { name: string; price: string; priceCurrency: string }[];
    expect(offers.map(({ name, price }) => [name, price])).toEqual(
      defaultBusiness.services.map(({ name, priceCents }) => [
        name,
        ((priceCents['sedan'] ?? 0) / 100).toFixed(2),
      ]),
    );
    expect(offers).toHaveLength(3);
    expect(new Set(offers.map(({ priceCurrency }) => priceCurrency))).toEqual(new Set(['CAD']));
  });

  test('has the add-ons of each package, if there are any', async () => {
    expect((await pageAt('/')).head).not.toContain('addOn');
    const priceCents = { sedan: 2000, suv: 3000 };
    const addOn = { id: 'wax', name: 'Hand wax', description: 'By hand.', priceCents };
    const shown = { ...addOn, minutes: 30, isVisible: true };
    const business = {
      ...defaultBusiness,
      addOns: [shown, { ...shown, id: 'old', name: 'Old polish', isVisible: false }],
    };
    const { head } = await renderPage('/', { ...noFacts, business }, publicUrl);
    const offers = dataOf(head)?.['makesOffer'] as { addOn: unknown }[];
    expect(offers).toHaveLength(3);
    for (const { addOn: addOns } of offers) {
      expect(addOns).toMatchObject([{ name: 'Hand wax', price: '20.00' }]);
    }
  });

  test('has the rating only once a review is public', async () => {
    const rated = dataOf((await pageAt('/')).head)?.['aggregateRating'];
    expect(rated).toMatchObject({ ratingValue: 4.8, reviewCount: 12, bestRating: 5 });
    const none = { '/rest/v1/rpc/review_rating': { count: 0, average: null } };
    expect(dataOf((await pageAt('/', none)).head)).not.toHaveProperty('aggregateRating');
    expect(dataOf((await renderPage('/', null, publicUrl)).head)).not.toHaveProperty(
      'aggregateRating',
    );
  });

  test('contains nothing that ends its element', async () => {
    const strange = { ...noFacts, rating: { count: hostile as never, average: 5 } };
    const { head } = await renderPage('/', strange, publicUrl);
    expect(head).not.toContain('<script>alert');
    expect(head).not.toContain('<!--');
    expect(dataOf(head)).toMatchObject({ aggregateRating: { reviewCount: hostile } });
  });
});

test.each(['/reviews', '/gallery'] as const)('%s escapes customer-written text', async (path) => {
  const { app } = await pageAt(path);
  expect(app).not.toContain('<script');
  expect(app.replaceAll('<!-- -->', '').replaceAll(/<!--\/?[$&]-->/g, '')).not.toContain('<!--');
  expect(app).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!--');
});

test('a page without its data says that it is loading', async () => {
  for (const path of ['/reviews', '/gallery'] as const) {
    const { app } = await renderPage(path, null, publicUrl);
    expect(app).toContain('role="status"');
  }
});

test.each(['/login', '/contact'] as const)(
  'the form of %s is disabled until the app is ready',
  async (path) => {
    const forms = (await pageAt(path)).app.match(/<form[^>]*><fieldset[^>]*>/g);
    expect(forms).toHaveLength(1);
    expect(forms?.[0]).toContain('disabled=""');
  },
);

test('a page loads public data anonymously, without retries', async () => {
  for (const path of paths) {
    const { asked, ask } = backend();
    await factsOf(path, ask);
    for (const { headers, url, method } of asked) {
      for (const name of ['authorization', 'apikey', 'cookie', 'x-booking-id'])
        expect(headers.get(name), url).toBeNull();
      if (url.includes('/reviews')) expect(url).toContain('is_approved=eq.true');
      expect(method === 'GET' || /\/rpc\/review_(?:rating|counts)$/.test(url)).toBe(true);
    }
  }
  const silent = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no line')));
  await expect(factsOf('/gallery', silent)).rejects.toThrow();
  // For the business and for the photos.
  expect(silent).toHaveBeenCalledTimes(2);
});

test('a page is the same while a person is signed in', async () => {
  const pages = () => Promise.all(paths.map((path) => pageAt(path)));
  const before = await pages();
  signIn({ user: { id: review.id, email: 'boss@example.com' }, isAdmin: true });
  expect(await pages()).toEqual(before);
  setSession({ status: 'guest' });
});

test('a policy is in its page, in the words of the owner, and none of them in the others', async () => {
  const change = { '/rest/v1/website_texts': [{ body: `## Ours\n\n${hostile}`, revision: 1 }] };
  const { app } = await pageAt('/terms', change);
  expect(app).toContain('Ours</h2>');
  expect(app).not.toContain(hostile);
  expect((await pageAt('/privacy')).app).toContain('PIPEDA');
  expect((await pageAt('/')).app).not.toContain('PIPEDA');
});

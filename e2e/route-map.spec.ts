import { expectAccessible } from './fixtures/accessibility.ts';
import { freeDay } from './fixtures/booking-api.ts';
import { answer } from './fixtures/failing-backend.ts';
import { startMapTiles } from './fixtures/map-tiles.ts';
import { routeOf } from './fixtures/owner-day.ts';
import { signInByApi } from './fixtures/session.ts';
import { expect, test, type Site } from './fixtures/test.ts';

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      // Drawn by the processor: the other tests need no WebGL.
      args: [
        '--no-sandbox',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    }),
  expectedErrors: [/404 \(Not Found\)/],
});

test.describe('With a map style', () => {
  let tiles: Awaited<ReturnType<typeof startMapTiles>>;
  let server: Site;

  test.beforeAll(async ({ startSite }) => {
    tiles = await startMapTiles();
    server = await startSite({ MAP_STYLE_URL: `${tiles.origin}/style.json` });
  });
  test.afterAll(async () => {
    await server.stop();
    await tiles.stop();
  });

  test(
    'the owner sees the stops on the map, and the drawing when a tile is missing',
    { tag: '@full' },
    async ({ page }) => {
      const day = freeDay();
      await page.goto(`${server.origin}/healthz`);
      const session = await signInByApi(server.origin);
      await page.evaluate(
        (kept) => localStorage.setItem('customer-session', kept),
        JSON.stringify(session),
      );
      await answer(page, /\/rpc\/owner_route/, routeOf(day));
      const name = 'Map of 2 stops, as listed beside it';
      const drawing = page.getByRole('img', { name });
      const map = page.getByRole('region', { name });

      await page.goto(`${server.origin}/admin/route?day=${day}`);
      await expect(map).toBeVisible();
      await expect(drawing).toBeHidden();
      await expect(page.getByRole('link', { name: '© Map makers' })).toBeVisible();
      expect(tiles.asked.filter((path) => /^\/tiles\/\d+\/\d+\/\d+\.png$/.test(path))).not.toEqual(
        [],
      );

      await expectAccessible(page, 'a route on a map', [390]);

      await page.route(/\/tiles\//, (route) => route.fulfill({ status: 404 }));
      await page.reload();
      await expect(page.getByText('Street map unavailable. Drawn without it.')).toBeVisible();
      await expect(drawing).toBeVisible();
      await expect(map).toBeHidden();
    },
  );
});

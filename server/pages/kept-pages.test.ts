import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { startListeningHost } from '../testing/listening-host.ts';

const prerenderFile = fileURLToPath(new URL('../testing/prerender-double.ts', import.meta.url));

describeEachDatabase('The public pages of a host', (open) => {
  let database: Database;
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  beforeAll(async () => {
    database = await open();
    server = await startListeningHost(database, {}, undefined, prerenderFile);
  });
  afterAll(() => server.stop());

  const page = async (path: string) => (await fetch(`${server.origin}${path}`)).text();
  const comes = (path: string, words: string) =>
    vi.waitFor(async () => expect(await page(path)).toContain(words), { timeout: 20_000 });
  const goes = (path: string, words: string) =>
    vi.waitFor(async () => expect(await page(path)).not.toContain(words), { timeout: 20_000 });
  const change = (sql: string) => database.pool.query(sql);

  test('show a review from its approval to its revocation', async () => {
    expect(await page('/')).not.toContain('Like new');
    await change(
      `insert into public.reviews (customer_name, rating, comment) values ('Alex', 5, 'Like new.')`,
    );
    await change(`update public.reviews set is_approved = true`);
    await comes('/', 'Like new.');
    await change(`update public.reviews set is_approved = false`);
    await goes('/', 'Like new.');
  });

  test('show a photo from its upload, with its new description, until its deletion', async () => {
    await change(
      `insert into public.gallery_photos (image_url, description) values ('/1.webp', 'A coupe')`,
    );
    await comes('/gallery', 'A coupe');
    await change(`update public.gallery_photos set description = 'A convertible'`);
    await comes('/gallery', 'A convertible');
    await change(`delete from public.gallery_photos`);
    await goes('/gallery', 'A convertible');
  });
});

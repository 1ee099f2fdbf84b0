import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon } from './cast.ts';
import { callAs } from './rain.ts';

describeEachDatabase('The link to the photos of a visit', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const only = async (sql: string, values: unknown[]) =>
    (await database.pool.query<{ it: string }>(`select ${sql} as it`, values)).rows[0]?.it;
  const works = async (token: string | undefined) =>
    (await callAs<object | null>(database.pool, anon, 'photos_of_link', token)) !== null;

  test('is stored as a hash, and each one works until its visit’s links end', async () => {
    const id = await book(database.pool);
    const mailed = await only('private.photo_token($1)', [id]);
    const shown = await only(`private.photo_token($1, interval '30 days')`, [id]);
    expect([await works(mailed), await works(shown), await works('other')]).toEqual([
      true,
      true,
      false,
    ]);
    const { rows } = await database.pool.query(
      'select consent::text, link::text from public.photo_consents as consent join public.photo_links as link using (booking_id)',
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(mailed);
    await database.pool.query(
      `update public.photo_links set expires_at = now() - interval '1 day' where expires_at is not null`,
    );
    expect([await works(mailed), await works(shown)]).toEqual([true, false]);
    await only('private.revoke_links(array[$1::uuid])', [id]);
    expect(await works(mailed)).toBe(false);
  });
});

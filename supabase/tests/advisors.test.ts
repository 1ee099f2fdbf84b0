import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { advice } from './advisors.ts';
import { accepted } from './advisors-accepted.ts';

/** One example of each finding. */
const faults = `
  create table public.planted (
    id integer, kind regproc, secret text, user_id uuid references auth.users (id), email text references auth.users (email)
  );
  grant select on public.planted to anon;
  create index planted_id_idx on public.planted (id);
  create index planted_id_again_idx on public.planted (id);
  create policy "planted for all" on public.planted for select to anon using (true);
  create policy "planted for nobody" on public.planted for select to anon using (auth.uid() is null or user_id = auth.uid());
  create policy "planted by what people say" on public.planted for delete to anon
    using (((select auth.jwt()) -> 'user_metadata' ->> 'role') = 'chief');
  create table public.planted_and_shut (id integer primary key);
  alter table public.planted_and_shut enable row level security;
  grant select on public.planted_and_shut to anon;
  create view public.planted_people as select id, email from auth.users;
  create materialized view public.planted_sum as select 1 as one;
  create function public.planted_call() returns integer language sql security definer as 'select 1';
  grant execute on function public.planted_call() to anon, authenticated;
  create function public.planted_claim() returns void language sql
    as 'delete from public.planted where id in (select id from public.planted where (id > 0) limit 1 for update skip locked)';
  create policy "planted listing" on storage.objects for select to anon using (bucket_id = 'gallery');`;

// These need what no test database has: another server, an incomplete index, an unused extension.
const notPlanted = ['extension_in_public', 'foreign_table_in_api', 'invalid_index'];

describeEachDatabase('The advisor of the hosted backend', { both: 'access' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test.each(advice)('finds nothing of $name beyond the accepted list', async ({ name, query }) => {
    const { rows } = await database.pool.query<{ finding: string }>(query);
    const known = accepted[name]?.findings ?? [];
    expect(rows.map(({ finding }) => finding).sort()).toEqual([...known].sort());
  });

  test('detects a planted example of each finding', async () => {
    const client = await database.pool.connect();
    await client.query(`begin; ${faults}`);
    const seen: string[] = [];
    for (const { name, query } of advice) {
      const { rows } = await client.query<{ finding: string }>(query);
      if (rows.some(({ finding }) => /planted|gallery$/.test(finding))) seen.push(name);
    }
    await client.query('rollback');
    client.release();
    expect(advice.map(({ name }) => name).filter((name) => !seen.includes(name))).toEqual(
      notPlanted,
    );
  });

  test('has no accepted finding that it does not check', () => {
    const names = advice.map(({ name }) => name);
    expect(Object.keys(accepted).filter((name) => !names.includes(name))).toEqual([]);
  });
});

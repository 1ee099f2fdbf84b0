import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';

describeEachDatabase('The schema', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('every other function of the schema is for the server alone', async () => {
    const { rows } = await database.pool.query<{ name: string; role: string }>(`
      select p.proname as name, r.rolname as role
      from pg_proc p cross join pg_roles r
      where p.pronamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated')
        and has_function_privilege(r.oid, p.oid, 'execute')
      order by 1, 2`);
    expect(rows).toEqual([
      { name: 'create_recovery_codes', role: 'authenticated' },
      { name: 'delete_my_account', role: 'authenticated' },
      { name: 'is_admin', role: 'anon' },
      { name: 'is_admin', role: 'authenticated' },
      { name: 'my_data', role: 'authenticated' },
      { name: 'second_factor_status', role: 'authenticated' },
      { name: 'set_second_factor_required', role: 'authenticated' },
      { name: 'use_recovery_code', role: 'authenticated' },
    ]);
  });

  test('row level security is on for every table', async () => {
    const { rows } = await database.pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
    );
    expect(rows).toEqual([]);
  });

  test('every function is safe from a changed search path', async () => {
    const { rows } = await database.pool.query(
      `select proname from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and not coalesce(proconfig @> array['search_path=""'], false)`,
    );
    expect(rows).toEqual([]);
  });
});

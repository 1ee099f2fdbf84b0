import { expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { describeEachEmptyDatabase } from '../../testing/empty-databases.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { baseline, migrations } from './migrations.ts';
import { ConfigurationError } from '../../config.ts';

const host = migrations.filter(({ version }) => version < '2');
const record = 'supabase_migrations.schema_migrations';

describeEachEmptyDatabase('The service area of a new database', (open, openMigrated) => {
  test('is the Greater Toronto Area', async () => {
    const database = await openMigrated();
    expect(await areaOf(database)).toEqual(expect.arrayContaining(['L1B', 'L7', 'M']));
    await database.close();
  });

  test('is everywhere if there is an account already [S1.1]', async () => {
    const database = await open();
    for (const { sql } of host) await database.pool.query(sql);
    await database.pool.query(`insert into auth.users (email) values ('boss@example.com')`);
    await database.pool.query(baseline.sql);
    expect(await areaOf(database)).toEqual([]);
    await database.close();
  });
});

describeEachDatabase('A database of a later version', { both: 'lifetime' }, (open) => {
  test('is refused by the names of unknown migrations, and unchanged', async () => {
    const database = await open();
    const applied = async () => {
      const { rows } = await database.pool.query<{ version: string }>(
        `select version from ${record} order by version`,
      );
      return rows;
    };
    await database.pool.query(
      `delete from ${record} where version = (select max(version) from ${record});
       insert into ${record} (version, name) values ('29991231000000', 'to_the_moon')`,
    );
    const before = await applied();
    const refused = migrate(database);
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow('29991231000000_to_the_moon');
    expect(await applied()).toEqual(before);
    await database.close();
  });
});

async function areaOf({ pool }: Database) {
  const { rows } = await pool.query<{ area: string[] }>(
    'select array(select prefix from public.service_area order by prefix) as area',
  );
  return rows[0]?.area;
}

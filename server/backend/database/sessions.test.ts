import { expect, test } from 'vitest';
import { ConfigurationError } from '../../config.ts';
import { describeEachDatabase, describePostgres } from '../../testing/databases.ts';
import { rowsOf, startRestHost } from '../../testing/rest-host.ts';
import type { Database } from './database.ts';
import { checkSessions } from './sessions.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';

async function addressOf(database: Database): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const address = new URL(server);
  address.pathname = `/${rows[0]?.name ?? ''}`;
  return address.href;
}

// quality/deploy/pooler.ts tries the addresses of poolers.
describePostgres('The addresses of the database', (open) => {
  test('may be one that keeps sessions, or two of the same database', async () => {
    const database = await open();
    const address = await addressOf(database);
    const direct = `${address}?application_name=direct`;
    await checkSessions({ databaseUrl: address, databaseDirectUrl: null });
    await checkSessions({ databaseUrl: address, databaseDirectUrl: direct });
    await database.close();
  });

  test('are refused when they name two databases', async () => {
    const databases = await Promise.all([open(), open()]);
    const [databaseUrl = '', databaseDirectUrl = ''] = await Promise.all(databases.map(addressOf));
    const refused = checkSessions({ databaseUrl, databaseDirectUrl });
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(/^DATABASE_DIRECT_URL names another database/);
    await Promise.all(databases.map((database) => database.close()));
  });

  test('are named in the refusal when they lead nowhere', async () => {
    const nowhere = 'postgres://nobody:hidden@127.0.0.1:1/nothing';
    const refused = checkSessions({ databaseUrl: server, databaseDirectUrl: nowhere });
    await expect(refused).rejects.toThrow(/^DATABASE_DIRECT_URL can't be used: (?!.*hidden)/);
  });

  test('are named in the refusal when their root certificate is missing', async () => {
    const address = `${server}?sslmode=verify-full&sslrootcert=/nowhere.crt`;
    const refused = checkSessions({ databaseUrl: address, databaseDirectUrl: null });
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(/^DATABASE_URL can't be used: .*nowhere\.crt/);
  });
});

describeEachDatabase('Sessions that connections share', (open) => {
  test.each([true, false])(
    'keep statements of requests only if not shared (%s)',
    async (sharesSessions) => {
      const database = await open({ maxConnections: 1 });
      const rest = await startRestHost({ ...database, sharesSessions });
      expect(await rowsOf(rest.anonymous().from('reviews').select('comment'))).toEqual([]);
      const { rows } = await database.pool.query<{ statement: string }>(
        'select statement from pg_prepared_statements',
      );
      const kept = rows.filter(({ statement }) => statement.includes('"reviews"'));
      expect(kept).toHaveLength(sharesSessions ? 0 : 1);
      expect(rows.length).toBeGreaterThan(kept.length);
      await rest.close();
    },
  );
});

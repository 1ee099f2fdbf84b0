import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { advisoryLocks } from '../backend/database/advisory-locks.ts';
import { markStatements } from '../backup/held-outbox.ts';
import { migrations } from '../backend/database/migrations.ts';
import { describePostgres } from '../testing/databases.ts';

const argv = process.argv;
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});

/** Runs the program on that database. Its end is the one of its process, whatever it has left open. */
async function admin(database: Database, ...words: string[]) {
  const { rows } = await database.pool.query<{ name: string }>('select current_database() name');
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${rows[0]?.name ?? ''}`;
  return await adminAt(url, ...words);
}

async function adminAt(url: URL, ...words: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'admin-test-'));
  vi.stubEnv('DATABASE_URL', url.href);
  vi.stubEnv('DATA_DIR', dataDir);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  process.argv = [...argv.slice(0, 2), ...words];
  vi.resetModules();
  await import('./main.ts');
  await rm(dataDir, { recursive: true });
  const ended = { exits: exit.mock.calls.flat(), said: said.mock.calls.flat() };
  vi.restoreAllMocks();
  return ended;
}

test.each(['stuck', 'books', 'recount'])(
  'the command %s says in one line that its database is away',
  async (word) => {
    const { exits, said } = await adminAt(new URL('postgres://owner@127.0.0.1:1/away'), word);
    expect(said).toEqual([expect.stringMatching(/^DATABASE_URL /)]);
    expect(exits).toEqual([1]);
  },
);

describePostgres('The admin program', (open) => {
  let database: Database;
  afterEach(() => database.close());

  test('ends with 1 after an unknown job', async () => {
    database = await open();
    const { exits, said } = await admin(database, 'run', 'frob');
    expect(said).toEqual([expect.stringMatching(/^There is no job frob\. The jobs: mail, /)]);
    expect(exits).toEqual([1]);
  });

  test('sends nothing and changes nothing without the connections of the server', async () => {
    database = await open();
    await database.pool.query(
      `insert into private.outside_world (part, name) values ('mail', 'mail.example:465');
       insert into private.backup_state (scheduled_since, next_attempt_at) values (now(), now());
       select public.enqueue_mail('waits', 'template_test', 'ada@example.com', null,
         '{"template_type": "receipt", "subject": "Hello", "content": "<p>Hello</p>"}')`,
    );
    const refused = await admin(database, 'run', 'mail');
    expect(refused.said).toEqual([
      expect.stringMatching(/^SMTP_URL is missing: .* npm run admin -- disconnect mail$/),
    ]);
    expect(refused.exits).toEqual([1]);
    expect((await admin(database, 'run', 'list')).said).toEqual([
      expect.stringMatching(/^There is no job list/),
    ]);
    const { rows } = await database.pool.query(
      `select status, (select count(*)::integer from private.backup_state) as schedules
       from public.mail_outbox where key = 'waits'`,
    );
    expect(rows).toEqual([{ status: 'queued', schedules: 1 }]);
    const server = await database.pool.connect();
    await server.query('select pg_advisory_lock_shared($1)', [advisoryLocks.serving]);
    expect(await admin(database, 'disconnect', 'mail')).toEqual({
      exits: [1],
      said: ['A server runs with SMTP_URL: stop it before you disconnect it'],
    });
    server.release(true);
    expect(await admin(database, 'disconnect', 'mail')).toEqual({
      exits: [1],
      said: [
        '1 email waits and would only be written to a folder. Send it first, or discard it with: ' +
          'npm run admin -- disconnect mail discard',
      ],
    });
    expect(await admin(database, 'disconnect', 'mail', 'discard')).toEqual({
      exits: [0],
      said: [],
    });
    const { rows: after } = await database.pool.query(
      `select status from public.mail_outbox where key = 'waits'`,
    );
    expect(after).toEqual([{ status: 'dropped' }]);
    expect((await admin(database, 'run', 'keys')).exits).toEqual([0]);
    const { rowCount } = await database.pool.query('select from private.backup_state');
    expect(rowCount, 'a command leaves the schedule of backups').toBe(1);
  });

  test('says that a restored backup waits for its first start', async () => {
    database = await open();
    const moment = '2026-12-01T08:30:00.000Z';
    await database.pool.query(markStatements({ restoredAt: moment, backupOf: moment }));
    for (const word of ['outbox', 'stuck']) {
      expect((await admin(database, word)).exits).toEqual([2]);
    }
    expect((await admin(database, 'release', 'send')).said).toEqual([
      'A backup of 2026-12-01 was restored and waits for the first start of a server, which counts what it would send',
    ]);
  });

  test('reads a migrated database', async () => {
    database = await open();
    expect(await admin(database, 'stuck')).toEqual({ exits: [0], said: [] });
    expect(await admin(database, 'books')).toEqual({ exits: [0], said: [] });
  });

  test('refuses to read an empty database, and leaves it empty', async () => {
    database = await open();
    await database.pool.query(
      'drop schema public, private, auth, storage, extensions, supabase_migrations cascade',
    );
    for (const word of ['stuck', 'books']) {
      expect(await admin(database, word)).toEqual({ exits: [1], said: [unmigrated] });
    }
    const { rows } = await database.pool.query(
      `select to_regnamespace('supabase_migrations') as history, to_regnamespace('public') as tables`,
    );
    expect(rows).toEqual([{ history: null, tables: null }]);
  });

  test('refuses to read a database of an earlier version, and does not migrate it', async () => {
    database = await open();
    const newest = migrations.at(-1)?.version;
    const history = 'supabase_migrations.schema_migrations';
    await database.pool.query(`delete from ${history} where version = $1`, [newest]);
    expect(await admin(database, 'stuck')).toEqual({ exits: [1], said: [unmigrated] });
    const { rows } = await database.pool.query(`select from ${history} where version = $1`, [
      newest,
    ]);
    expect(rows).toEqual([]);
  });

  test('refuses to read a database of a later version', async () => {
    database = await open();
    await database.pool.query(
      `insert into supabase_migrations.schema_migrations (version, name) values ('99990101000000', 'later')`,
    );
    expect(await admin(database, 'books')).toEqual({
      exits: [1],
      said: [expect.stringMatching(/^This database was migrated by a later version \(99990101/)],
    });
  });
});

const unmigrated =
  'This database is empty or from an earlier version: start the server on it once, which migrates it';

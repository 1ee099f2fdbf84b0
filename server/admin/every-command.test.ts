import { cpSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { ensureFirstAdministrator } from '../backend/auth/first-administrator.ts';
import { ConfigurationError, readConfig, type Config } from '../config.ts';
import { buildHost } from '../host.ts';
import { secretsSchema } from '../secrets.ts';
import { describePostgres } from '../testing/databases.ts';
import { copyEmbedded } from '../testing/embedded-copies.ts';
import { commandNames, jobNames } from './commands.ts';
import { AdminCommandError } from './reset-administrator.ts';
import { runWords } from './run-words.ts';

const email = 'owner@example.com';

/**
 * Every command from an empty environment, on a database that is connected to the outside world. `reads` leaves every row
 * as it is; `changes` may change rows, and sends nothing; `refused` does nothing.
 */
type Effect = 'reads' | 'changes' | 'refused';
const commands: Record<string, { words: string[][]; effect: Effect; whileItRuns?: Effect }> = {
  stuck: { words: [['stuck']], effect: 'reads' },
  outbox: { words: [['outbox']], effect: 'reads' },
  // Stores what it finds, and when it looked.
  books: { words: [['books']], effect: 'changes' },
  backups: { words: [['backups']], effect: 'refused' },
  run: { words: jobNames.map((name) => ['run', name]), effect: 'refused', whileItRuns: 'changes' },
  recount: { words: [['recount']], effect: 'changes' },
  rotate: { words: [['rotate']], effect: 'changes' },
  reset: { words: [['reset', email]], effect: 'changes' },
  release: { words: [['release', 'send']], effect: 'changes' },
  // Last: without its connections the database is an ordinary one.
  disconnect: { words: [['disconnect', 'texts']], effect: 'changes' },
};

test('the table has every command', () => {
  expect(Object.keys(commands).toSorted()).toEqual(commandNames.toSorted());
});

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

async function prepare(database: Database) {
  await secretsSchema(database);
  await ensureFirstAdministrator({ database, email, password: 'walnut-ferry-otter' });
  await database.pool.query(
    `insert into private.outside_world (part, name) values ('mail', 'mail.example:465'), ('texts', 'Twilio');
     insert into private.backup_state (scheduled_since, next_attempt_at) values (now(), now());
     select public.enqueue_mail('waits', 'template_test', 'ada@example.com', null,
       '{"template_type": "receipt", "subject": "Hello", "content": "<p>Hello</p>"}')`,
  );
}

/** A fingerprint of the rows of each table. */
async function stateOf({ pool }: Pick<Database, 'pool'>) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in
       ('public', 'private', 'auth', 'storage', 'host', 'supabase_migrations') order by 1`,
  );
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as rows from ${name} t`,
  );
  const { rows } = await pool.query<{ name: string; rows: string }>(each.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found]));
}

/** Throws if the email that waits was sent. */
async function lookAt(database: Database) {
  const { rows } = await database.pool.query<{ status: string }>(
    `select status from public.mail_outbox where key = 'waits'`,
  );
  expect(rows).toEqual([{ status: 'queued' }]);
  return await stateOf(database);
}

type Looked = <T>(look: (database: Database) => Promise<T>) => Promise<T>;

async function tryEach(config: Config, looked: Looked, which: (words: string[]) => boolean) {
  let before = await looked(lookAt);
  for (const { words: all, effect } of Object.values(commands)) {
    for (const words of all.filter(which)) {
      const ended: unknown = await runWords(words, config, quiet).catch((error: unknown) => error);
      const isRefused = ended instanceof ConfigurationError || ended instanceof AdminCommandError;
      expect([words, isRefused ? 'refused' : ended]).toEqual([
        words,
        effect === 'refused' ? 'refused' : 0,
      ]);
      const after = await looked(lookAt);
      if (effect !== 'changes') expect([words, after]).toEqual([words, before]);
      before = after;
    }
  }
}

describePostgres('Every command on a PostgreSQL', (open) => {
  test('does nothing outside from an empty environment', async () => {
    const database = await open();
    await prepare(database);
    const { rows } = await database.pool.query<{ name: string }>('select current_database() name');
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.pathname = `/${rows[0]?.name ?? ''}`;
    const dataDir = await mkdtemp(join(tmpdir(), 'every-'));
    const config = readConfig({ DATABASE_URL: url.href, DATA_DIR: dataDir });
    await tryEach(
      config,
      (look) => look(database),
      () => true,
    );
    await database.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('Every command on the embedded database', () => {
  let dataDir: string;
  let config: Config;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'every-'));
    await writeFile(join(dataDir, 'index.html'), '<!doctype html><!--app-config-->');
    await copyEmbedded(dataDir);
    config = readConfig({ DATA_DIR: dataDir });
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  const looked: Looked = async (look) => {
    const database = await openDatabase({ dataDir });
    try {
      return await look(database);
    } finally {
      await database.close();
    }
  };

  test('does nothing outside while the server is stopped', async () => {
    await looked(prepare);
    const aside = await mkdtemp(join(tmpdir(), 'every-aside-'));
    cpSync(dataDir, aside, { recursive: true });
    // One job is refused as the others are.
    await tryEach(config, looked, ([name, job]) => name !== 'run' || job === 'mail');
    await rm(join(dataDir, 'database'), { recursive: true });
    cpSync(aside, dataDir, { recursive: true });
    await rm(aside, { recursive: true });
  });

  test('is answered by the server while it runs, and those that read write nothing', async () => {
    await looked((database) => database.pool.query('delete from private.outside_world'));
    const host = await buildHost(config, log, { siteFolder: dataDir });
    for (const { words: all, effect, whileItRuns = effect } of Object.values(commands)) {
      for (const words of all) {
        const before = await stateOf(host.database);
        const ended: unknown = await runWords(words, config, quiet).catch(
          (error: unknown) => error,
        );
        expect([words, ended instanceof Error]).toEqual([words, whileItRuns === 'refused']);
        if (whileItRuns === 'changes') continue;
        expect([words, await stateOf(host.database)]).toEqual([words, before]);
      }
    }
    await host.close();
  });
});

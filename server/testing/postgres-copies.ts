import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { advisoryLocks } from '../backend/database/advisory-locks.ts';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { migrate } from '../backend/database/migrate.ts';
import { migrationsHash } from './migrations-hash.ts';

const template = `test_template_${migrationsHash}`;

/** A new database on that PostgreSQL, copied from one that was migrated once; dropped on close. */
export async function openPostgresCopy(
  url: string,
  { maxConnections }: { maxConnections?: number } = {},
): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(url, async (client) => {
    // Copying needs exclusive use of the template, and test processes run in parallel.
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.testTemplate]);
    await prepareTemplate(client, url);
    await client.query(`create database ${name} template ${template} ${await copying(client)}`);
  });
  const database = openDatabase({
    connectionString: withDatabase(url, name),
    ...(maxConnections !== undefined && { maxConnections }),
  });
  return { ...(await database), close: () => closeAndDrop(database, url, name) };
}

/** Copying files takes half of what copying blocks through the log does. PostgreSQL 14 knows no other way. */
async function copying(client: Client): Promise<string> {
  const { rows } = await client.query<{ is_known: boolean }>(
    `select current_setting('server_version_num')::integer >= 150000 as is_known`,
  );
  return rows[0]?.is_known ? 'strategy file_copy' : '';
}

async function closeAndDrop(database: Promise<Database>, url: string, name: string) {
  await (await database).close();
  await asSuperuser(url, async (client) => {
    await client.query(`drop database ${name} with (force)`);
  });
}

async function prepareTemplate(client: Client, url: string) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount) return;
  const unfinished = `${template}_unfinished`;
  await client.query(`drop database if exists ${unfinished}`);
  await client.query(`create database ${unfinished}`);
  const database = await openDatabase({ connectionString: withDatabase(url, unfinished) });
  await migrate(database);
  await database.close();
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

// The end of the connection releases the lock in any case.
async function asSuperuser(url: string, work: (client: Client) => Promise<void>) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

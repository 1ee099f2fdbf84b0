import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { Database } from '../backend/database/database.ts';
import { inTransaction } from '../backend/database/transaction.ts';
import { counted } from '../counted.ts';
import { copiedFrom, notePlace } from './copied-folder.ts';

// The table is in supabase/schemas/300_outbox_hold.sql. A restored database may be of a version without it, so the
// restore leaves a mark that the next start reads: a file beside the embedded database, a table in a PostgreSQL.

type Queryable = Pick<Database, 'pool'>;

type Restored = { restoredAt: string; backupOf: string };

const fileOf = (dataDir: string) => join(dataDir, 'restored.json');

/** Marks the embedded database of that folder as restored. Returns the file. */
export async function markFolder(dataDir: string, restored: Restored): Promise<string> {
  await writeFile(fileOf(dataDir), JSON.stringify(restored));
  return fileOf(dataDir);
}

/** Marks a restored PostgreSQL, as statements for the same transaction. The moments come from this program. */
export const markStatements = ({ restoredAt, backupOf }: Restored) => `
  create schema if not exists host;
  create table if not exists host.restored (restored_at timestamptz not null, backup_of timestamptz not null);
  delete from host.restored;
  insert into host.restored values ('${restoredAt}', '${backupOf}');`;

type Options = {
  dataDir: string;
  /** Whether this process has a mail server, a text service or a payment account. */
  sends: boolean;
};

/**
 * Holds what a database that was restored or copied since the last start still wanted to send. A restored one holds
 * nothing if there is nothing. A copy always does: the reminders of its bookings are those of the other folder.
 */
export async function holdOutbox(database: Database, { dataDir, sends }: Options) {
  const { kind } = database;
  const restored = await markFor(database, dataDir);
  const isCopy = sends && !restored && (await copiedFrom(database, dataDir)) !== null;
  await inTransaction(database, async (client) => {
    if (restored) await hold(client, restored.restoredAt, restored.backupOf);
    else if (isCopy) await hold(client, new Date().toISOString(), null);
    if (kind === 'pglite' && sends) await notePlace(client, dataDir);
    if (restored && kind === 'postgres') await client.query('delete from host.restored');
  });
  if (restored && kind === 'pglite') await rm(fileOf(dataDir));
}

/** `backupOf` is null for a copy. */
async function hold(client: PoolClient, until: string, backupOf: string | null) {
  const isDue = backupOf === null || (await wouldQueue(client));
  await client.query(
    `insert into private.outbox_hold (restored_at, backup_of) values ($1, $2)
     on conflict (only_row) do update set restored_at = excluded.restored_at, backup_of = excluded.backup_of`,
    [until, backupOf],
  );
  if (isDue) return;
  await client.query(
    `delete from private.outbox_hold using (select private.held_outbox() as counts) as held
     where (counts ->> 'mails')::integer + (counts ->> 'texts')::integer + (counts ->> 'refunds')::integer = 0`,
  );
}

/** Whether reminders or review requests are due, which may have been sent since the backup was made. */
async function wouldQueue(client: PoolClient): Promise<boolean> {
  await client.query('savepoint due');
  const { rows } = await client.query<{ due: number }>(
    'select public.queue_due_mails() + public.queue_due_texts() as due',
  );
  await client.query('rollback to savepoint due');
  return (rows[0]?.due ?? 0) > 0;
}

/** A line while a restored backup or a copied folder has not been started. */
export async function unstartedNotices(database: Database, dataDir: string): Promise<string[]> {
  const waits = 'waits for the first start of a server, which counts what it would send';
  const restored = await markFor(database, dataDir);
  if (restored) {
    const day = new Date(restored.backupOf).toISOString().slice(0, 10);
    return [`A backup of ${day} was restored and ${waits}`];
  }
  const original = await copiedFrom(database, dataDir);
  if (original === null || !(await isConnected(database))) return [];
  return [`DATA_DIR is a copy of ${original} and ${waits}`];
}

async function isConnected({ pool }: Queryable): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from private.outside_world where part in ('mail', 'payments', 'texts')`,
  );
  return rowCount !== 0;
}

const markFor = ({ kind, pool }: Database, dataDir: string) =>
  kind === 'postgres' ? markIn({ pool }) : markOf(dataDir);

async function markOf(dataDir: string): Promise<Restored | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Restored);
}

async function markIn({ pool }: Queryable): Promise<Restored | null> {
  const { rows: tables } = await pool.query(
    `select where to_regclass('host.restored') is not null`,
  );
  if (tables.length === 0) return null;
  const { rows } = await pool.query<Restored>(
    `select restored_at::text as "restoredAt", backup_of::text as "backupOf" from host.restored`,
  );
  return rows[0] ?? null;
}

type Held = { mails: number; texts: number; refunds: number; backup_of: string | null };

/** A line for the operator while something waits since a restore, or in a copied folder. */
export async function heldNotices({ pool }: Queryable): Promise<string[]> {
  const { rows } = await pool.query<{ held: Held | null }>('select private.held_outbox() as held');
  return rows.flatMap(({ held }) => (held ? [inWords(held)] : []));
}

function inWords({ mails, texts, refunds, backup_of: backupOf }: Held): string {
  const [what, why] =
    backupOf === null
      ? ['DATA_DIR is a copy of another folder', 'the server of that folder may send them']
      : [`A backup of ${backupOf} was restored`, 'they may have been sent since it was made'];
  return (
    `${what}. ${counted(mails, 'email')}, ${counted(texts, 'text')} and ${counted(refunds, 'refund')} wait, ` +
    `because ${why}, and no reminder is sent. ` +
    'Decide with: npm run admin -- release send, or npm run admin -- release discard'
  );
}

export const releaseOutbox = ({ pool }: Queryable, { discards }: { discards: boolean }) =>
  pool.query('select private.release_outbox($1)', [discards]);

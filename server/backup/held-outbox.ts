import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { Database } from '../backend/database/database.ts';
import { inTransaction } from '../backend/database/transaction.ts';
import { counted } from '../counted.ts';

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

/** Holds what a database that was restored since the last start still wanted to send, if there is anything. */
export async function holdAfterRestore(database: Database, dataDir: string) {
  const { kind, pool } = database;
  const restored = await markFor(database, dataDir);
  if (!restored) return;
  await inTransaction(database, async (client) => {
    const isDue = await wouldQueue(client);
    await client.query(
      `insert into private.outbox_hold (restored_at, backup_of) values ($1, $2)
       on conflict (only_row) do update set restored_at = excluded.restored_at, backup_of = excluded.backup_of`,
      [restored.restoredAt, restored.backupOf],
    );
    if (isDue) return;
    await client.query(
      `delete from private.outbox_hold using (select private.held_outbox() as counts) as held
       where (counts ->> 'mails')::integer + (counts ->> 'texts')::integer + (counts ->> 'refunds')::integer = 0`,
    );
  });
  if (kind === 'postgres') await pool.query('delete from host.restored');
  else await rm(fileOf(dataDir));
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

/** A line while a restored backup has not been started. */
export async function restoredNotices(database: Database, dataDir: string): Promise<string[]> {
  const restored = await markFor(database, dataDir);
  if (!restored) return [];
  const day = new Date(restored.backupOf).toISOString().slice(0, 10);
  return [
    `A backup of ${day} was restored and waits for the first start of a server, which counts what it would send`,
  ];
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

/** A line for the operator while something waits since a restore. */
export async function heldNotices({ pool }: Queryable): Promise<string[]> {
  const { rows } = await pool.query<{ held: Held | null }>('select private.held_outbox() as held');
  return rows.flatMap(({ held }) =>
    held
      ? [
          `A backup${held.backup_of ? ` of ${held.backup_of}` : ''} was restored. ${counted(held.mails, 'email')}, ` +
            `${counted(held.texts, 'text')} and ${counted(held.refunds, 'refund')} wait, because they may have been sent since it was made, and no reminder is sent. ` +
            'Decide with: npm run admin -- release send, or npm run admin -- release discard',
        ]
      : [],
  );
}

export const releaseOutbox = ({ pool }: Queryable, { discards }: { discards: boolean }) =>
  pool.query('select private.release_outbox($1)', [discards]);

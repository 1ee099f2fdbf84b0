import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { Database } from '../backend/database/database.ts';

/**
 * Where an embedded database is, as it knows it itself: a copied data folder finds that it is elsewhere. Renaming keeps
 * the number of the folder, copying does not. A snapshot of a whole disk keeps it too, so the path or the device, and
 * the machine, have to be the same. The device alone may change when a machine starts.
 */
type Place = { path: string; inode: string; device: string; machine: string };

type Queryable = Pick<Database, 'pool'>;

/** Null where there is no embedded database. */
async function placeIn(dataDir: string): Promise<Place | null> {
  try {
    const path = await realpath(join(dataDir, 'database'));
    const { ino, dev } = await stat(path, { bigint: true });
    return { path, inode: String(ino), device: String(dev), machine: await machineId() };
  } catch {
    return null;
  }
}

/** Empty in most containers, and where no systemd gave one. */
async function machineId(): Promise<string> {
  const text = await readFile('/etc/machine-id', 'utf8').catch(() => '');
  return /^[0-9a-f]{32}$/.exec(text.trim())?.[0] ?? '';
}

async function formerPlace({ pool }: Queryable): Promise<Place | null> {
  const { rows: tables } = await pool.query(`select where to_regclass('host.place') is not null`);
  if (tables.length === 0) return null;
  const { rows } = await pool.query<Place>('select path, inode, device, machine from host.place');
  return rows[0] ?? null;
}

/** The folder of which this data folder is a copy; null if it is none, and for a PostgreSQL. */
export async function copiedFrom(database: Database, dataDir: string): Promise<string | null> {
  if (database.kind === 'postgres') return null;
  const [former, here] = [await formerPlace(database), await placeIn(dataDir)];
  if (!former || !here) return null;
  const isSame =
    former.inode === here.inode &&
    former.machine === here.machine &&
    (former.path === here.path || former.device === here.device);
  return isSame ? null : former.path;
}

/** Remembers where the embedded database is. In the transaction that holds what a copy would send. */
export async function notePlace(client: PoolClient, dataDir: string) {
  const here = await placeIn(dataDir);
  if (!here) return;
  await client.query(
    `create table if not exists host.place (
       path text not null, inode text not null, device text not null, machine text not null
     )`,
  );
  await client.query('delete from host.place');
  await client.query('insert into host.place values ($1, $2, $3, $4)', [
    here.path,
    here.inode,
    here.device,
    here.machine,
  ]);
}

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { verifyServer } from '../backend/database/verify-server.ts';
import type { Config } from '../config.ts';
import { counted } from '../counted.ts';
import { BackupError } from './archive.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>;

const mostLookedAt = 1000;

/**
 * Throws BackupError when a PostgreSQL knows photos of which the data folder has none: it is another folder than the
 * server's. Returns whether there is such a database at all.
 */
export async function needItsFiles({ dataDir, databaseUrl, s3 = null }: Place): Promise<boolean> {
  if (!databaseUrl) return true;
  const table = `to_regclass('storage.objects') is not null`;
  const [made] = await askOnce<{ is: boolean }>(databaseUrl, `select ${table} as is`);
  if (!made?.is) return false;
  const rows = await askOnce<{ version: string; all: number }>(
    databaseUrl,
    `select version, count(*) over ()::integer as all from storage.objects
     where version is not null order by created_at desc limit ${mostLookedAt}`,
  );
  const folder = resolve(dataDir, 'storage');
  const has = ({ version }: { version: string }) => existsSync(join(folder, 'photos', version));
  if (s3 || rows.length === 0 || rows.some(has)) return true;
  throw new BackupError(
    `The database knows ${counted(rows[0]?.all ?? 0, 'photo')}, and ${folder} has none: set DATA_DIR or S3_BUCKET ` +
      'as for the server, or add --this-folder if the photos are lost',
  );
}

/** The rows of one statement on a connection of its own. */
export async function askOnce<Row extends QueryResultRow>(url: string, statement: string) {
  const client = new Client({ connectionString: verifyServer(url) });
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

import type { Pool } from 'pg';
import { noSuchBucket } from './errors.ts';

/** Whether everyone may read a bucket. Throws 404 for an unknown name. */
export async function isPublicBucket(pool: Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ public: boolean }>(
    'select public from storage.buckets where id = $1',
    [id],
  );
  if (!rows[0]) throw noSuchBucket();
  return rows[0].public;
}

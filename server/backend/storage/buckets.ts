import type { Pool, PoolClient } from 'pg';
import { noSuchBucket } from './errors.ts';
import { withIsoTimes } from './iso-times.ts';
import { asSender, type StorageRequest } from './storage-request.ts';

/** Whether everyone may read a bucket. Throws 404 for an unknown name. */
export async function isPublicBucket(pool: Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ public: boolean }>(
    'select public from storage.buckets where id = $1',
    [id],
  );
  if (!rows[0]) throw noSuchBucket();
  return rows[0].public;
}

const columns =
  'id, name, owner, public, file_size_limit::float8, allowed_mime_types, created_at, updated_at';

/** The buckets visible to the sender. */
export const listBuckets = (sender: StorageRequest) =>
  asSender(sender, 'storage.bucket.list', async (client) => {
    const { rows } = await selectBuckets(client, null);
    return Response.json(rows.map(withIsoTimes));
  });

export const getBucket = (sender: StorageRequest, id: string) =>
  asSender(sender, 'storage.bucket.get', async (client) => {
    const { rows } = await selectBuckets(client, id);
    if (!rows[0]) throw noSuchBucket();
    return Response.json(withIsoTimes(rows[0]));
  });

const selectBuckets = (client: PoolClient, id: string | null) =>
  client.query<Record<string, unknown>>(
    `select ${columns} from storage.buckets where $1::text is null or id = $1 order by id`,
    [id],
  );

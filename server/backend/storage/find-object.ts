import type { Pool, PoolClient } from 'pg';
import { noSuchObject } from './errors.ts';
import type { ObjectAddress } from './object-address.ts';

/** The fields for serving an object. */
export type StoredPhoto = {
  name: string;
  version: string;
  created_at: string;
  metadata: { eTag: string; cacheControl: string; width: number; lastModified: string };
};

/** An object visible to this client. Throws 404. */
export async function findObject(
  client: Pool | PoolClient,
  { bucket, name }: ObjectAddress,
): Promise<StoredPhoto> {
  const { rows } = await client.query<StoredPhoto>(
    `select name, version, created_at, metadata from storage.objects
     where bucket_id = $1 and name = $2 and version is not null`,
    [bucket, name],
  );
  if (!rows[0]) throw noSuchObject();
  return rows[0];
}

import type { PoolClient } from 'pg';
import { withIsoTimes } from './iso-times.ts';
import { asSender, type StorageRequest } from './storage-request.ts';
import type { Storage } from './storage-context.ts';

type Removed = Record<string, unknown> & { version: string | null };

/** Removes objects by name, if the sender may, and returns the removed ones. */
export async function removeObjects(
  sender: StorageRequest,
  bucket: string,
  names: string[],
): Promise<Response> {
  const removed = await asSender(sender, 'storage.object.delete_many', (client) =>
    deleteRows(client, bucket, names),
  );
  await removeFiles(sender.storage, removed);
  return Response.json(removed.map(withIsoTimes));
}

export async function deleteRows(
  client: PoolClient,
  bucket: string,
  names: string[],
): Promise<Removed[]> {
  const { rows } = await client.query<Removed>(
    `delete from storage.objects where bucket_id = $1 and name = any ($2)
     returning id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at`,
    [bucket, names],
  );
  return rows;
}

/** The number of photos removed at once: a bucket answers slowly. */
const atOnce = 10;

/** After the commit: a file without a row is harmless and swept, a row without its file is not. */
export async function removeFiles({ files, log }: Storage, removed: Pick<Removed, 'version'>[]) {
  const versions = removed.flatMap(({ version }) => version ?? []);
  for (let first = 0; first < versions.length; first += atOnce) {
    const some = versions.slice(first, first + atOnce).map((version) => files.remove(version));
    for (const result of await Promise.allSettled(some)) {
      if (result.status === 'fulfilled') continue;
      log.warn(
        { err: result.reason as unknown },
        'The files of a removed photo could not be deleted',
      );
    }
  }
}

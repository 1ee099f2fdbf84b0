import { inTransaction } from '../database/transaction.ts';
import { deleteRows, removeFiles } from './remove-objects.ts';
import type { Storage } from './storage-context.ts';

/** The maximum duration of an upload: files without a row are kept for this long. */
const anHour = 60 * 60 * 1000;
/** So that requests get their turn on the embedded database. */
const filesAtATime = 1000;

/**
 * Deletes what nothing shows: photos without a review or gallery entry, files without a row, and interrupted
 * uploads. Returns the number of deleted photos.
 */
export async function sweepPhotos(storage: Storage): Promise<number> {
  const moment = new Date(storage.now().getTime() - anHour);
  await storage.files.clearUnfinished(moment);
  return (await sweepRows(storage)) + (await sweepFiles(storage, moment));
}

async function sweepRows(storage: Storage): Promise<number> {
  const removed = await inTransaction(storage.database, async (client) => {
    const { rows } = await client.query<{ bucket_id: string; name: string }>(
      'select * from public.unused_photos()',
    );
    await client.query(`select set_config('storage.allow_delete_query', 'true', true)`);
    const gone = [];
    for (const { bucket_id, name } of rows)
      gone.push(...(await deleteRows(client, bucket_id, [name])));
    return gone;
  });
  await removeFiles(storage, removed);
  return removed.length;
}

async function sweepFiles({ database, files }: Storage, moment: Date): Promise<number> {
  const kept = await files.keptBefore(moment);
  let removed = 0;
  for (let first = 0; first < kept.length; first += filesAtATime) {
    const { rows } = await database.pool.query<{ version: string }>(
      `select kept.version from unnest($1::text[]) as kept (version)
       where not exists (select from storage.objects as object where object.version = kept.version)`,
      [kept.slice(first, first + filesAtATime)],
    );
    for (const { version } of rows) await files.remove(version);
    removed += rows.length;
  }
  return removed;
}

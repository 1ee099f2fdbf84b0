import { join } from 'node:path';
import type { Log } from '../../../supabase/functions/_shared/http/deps.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { reachBucket } from './reach-bucket.ts';
import { s3Client, s3Store, type S3Settings } from './s3-store.ts';

type Place = { dataDir: string; s3: S3Settings | null };

/**
 * The photos' store: the configured bucket, otherwise a folder. Throws ConfigurationError when the store refuses
 * the configuration; an unreachable store is only logged, because it may return.
 */
export async function openFileStore({ dataDir, s3 }: Place, log: Log): Promise<FileStore> {
  if (!s3) return folderStore(join(dataDir, 'storage'));
  const client = await s3Client(s3);
  const reason = await reachBucket(client, s3.bucket, 'S3_BUCKET');
  if (reason !== null) {
    log.warn({ reason }, 'The photo store does not answer: photos are unavailable until it does');
  }
  return s3Store(client, s3.bucket);
}

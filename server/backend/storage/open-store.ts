import { join } from 'node:path';
import type { Log } from '../../../supabase/functions/_shared/http/deps.ts';
import { ConfigurationError } from '../../config.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { isAnswer, reasonOf, s3Client, s3Store, type S3Settings } from './s3-store.ts';

type Place = { dataDir: string; s3: S3Settings | null };

/**
 * The photos' store: the configured bucket, otherwise a folder. Throws ConfigurationError when the store refuses
 * the configuration; an unreachable store is only logged, because it may return.
 */
export async function openFileStore({ dataDir, s3 }: Place, log: Log): Promise<FileStore> {
  if (!s3) return folderStore(join(dataDir, 'storage'));
  const client = await s3Client(s3);
  try {
    await client.headBucket({ Bucket: s3.bucket });
  } catch (error) {
    const refusal = isAnswer(error) && refusalOf(error.$metadata.httpStatusCode ?? 0, s3);
    if (refusal) throw refusal;
    const reason = reasonOf(error);
    log.warn({ reason }, 'The photo store does not answer: photos are unavailable until it does');
  }
  return s3Store(client, s3.bucket);
}

function refusalOf(status: number, { bucket }: S3Settings): ConfigurationError | null {
  if (status === 404) return new ConfigurationError(`S3_BUCKET: there is no bucket "${bucket}"`);
  if (status === 401 || status === 403) {
    const message = `the store refuses this key for the bucket "${bucket}"`;
    return new ConfigurationError(`S3_ACCESS_KEY_ID: ${message}`);
  }
  if (status === 301 || status === 400) {
    const message = `the bucket "${bucket}" is not available there (the store answers ${status})`;
    return new ConfigurationError(`S3_REGION: ${message}`);
  }
  return null;
}

import type { S3 } from '@aws-sdk/client-s3';
import { ConfigurationError } from '../../config.ts';
import { isAnswer, reasonOf } from './s3-store.ts';

/**
 * Null if the bucket answers, the reason if the store does not: it may return. Throws ConfigurationError when the store
 * refuses; `setting` names the bucket.
 */
export async function reachBucket(
  client: S3,
  bucket: string,
  setting: string,
): Promise<string | null> {
  try {
    await client.headBucket({ Bucket: bucket });
    return null;
  } catch (error) {
    const refusal =
      isAnswer(error) && refusalOf(error.$metadata.httpStatusCode ?? 0, bucket, setting);
    if (refusal) throw new ConfigurationError(refusal);
    return reasonOf(error);
  }
}

function refusalOf(status: number, bucket: string, setting: string): string | null {
  if (status === 404) return `${setting}: there is no bucket "${bucket}"`;
  if (status === 401 || status === 403) {
    return `S3_ACCESS_KEY_ID: the store refuses this key for the bucket "${bucket}"`;
  }
  if (status === 301 || status === 400) {
    return `S3_REGION: the bucket "${bucket}" is not available there (the store answers ${status})`;
  }
  return null;
}

import type { S3, S3ServiceException } from '@aws-sdk/client-s3';
import { FileStoreAwayError, safeFileName as safe, type FileStore } from './file-store.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** null for Amazon's own. */
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
};

const root = 'photos/';
const photoTimeoutMs = 15_000;

/**
 * Files in a bucket, as `photos/<version>/<name>`. A version is unknown until its row is committed, so files are
 * written to their final place, and the sweep deletes those without a row. Every failure of the store is a
 * FileStoreAwayError.
 */
export function s3Store(client: S3, bucket: string): FileStore {
  const files = bucketFiles(client, bucket);
  const remove = async (version: string) => {
    const entries = await asked(files.list(`${root}${safe(version)}/`));
    await asked(Promise.all(entries.map(({ key }) => files.remove(key))));
  };
  return {
    prepare: async (version, photo) => {
      const entries = Object.entries(photo).map(([name, bytes]) => ({
        key: keyOf(version, name),
        bytes,
      }));
      await asked(writeAll(files, entries)).catch(async (error: unknown) => {
        await remove(version).catch(() => undefined);
        throw error;
      });
      let state: 'open' | 'kept' | 'discarded' = 'open';
      return {
        keep: () => {
          if (state === 'discarded')
            return Promise.reject(new Error('These files no longer exist'));
          state = 'kept';
          return Promise.resolve();
        },
        discard: async () => {
          if (state !== 'open') return;
          state = 'discarded';
          await asked(Promise.all(entries.map(({ key }) => files.remove(key))));
        },
      };
    },
    read: async (version, name) => {
      const key = keyOf(version, name);
      return await asked(files.read(key));
    },
    remove,
    keptBefore: async (moment) => versionsBefore(await asked(files.list(root)), moment),
    // Interrupted uploads lie in the same place and are swept with the rest.
    clearUnfinished: () => Promise.resolve(),
  };
}

/** Loaded only with a configured bucket. */
export async function s3Client(settings: S3Settings, requestTimeout = photoTimeoutMs): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3');
  const { region, endpoint, accessKeyId, secretAccessKey } = settings;
  return new S3({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Stores other than Amazon's don't all support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout, throwOnRequestTimeout: true },
  });
}

type Entry = { key: string; modifiedAt: Date };

/** The calls to a bucket. */
const bucketFiles = (client: S3, Bucket: string) => ({
  write: (Key: string, Body: Buffer) =>
    client.putObject({ Bucket, Key, Body, ContentType: 'image/webp' }),
  read: async (Key: string): Promise<Buffer | null> => {
    const answer = await client.getObject({ Bucket, Key }).catch(nullIfMissing);
    return answer?.Body ? Buffer.from(await answer.Body.transformToByteArray()) : null;
  },
  // One at a time: removing many at once needs checksums that stores interpret differently.
  remove: (Key: string) => client.deleteObject({ Bucket, Key }),
  list: async (Prefix: string): Promise<Entry[]> => {
    const entries: Entry[] = [];
    let next: string | undefined;
    do {
      const page = await client.listObjectsV2({ Bucket, Prefix, ContinuationToken: next });
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified) entries.push({ key: Key, modifiedAt: LastModified });
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next);
    return entries;
  },
});

type BucketFiles = ReturnType<typeof bucketFiles>;

const keyOf = (version: string, name: string) => `${root}${safe(version)}/${safe(name)}`;

// Waits for all of them before removing any, so that none is written afterwards.
async function writeAll(files: BucketFiles, entries: { key: string; bytes: Buffer }[]) {
  const results = await Promise.allSettled(
    entries.map(({ key, bytes }) => files.write(key, bytes)),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** A version is as old as its newest file. */
function versionsBefore(entries: Entry[], moment: Date): string[] {
  const newest = new Map<string, number>();
  for (const { key, modifiedAt } of entries) {
    const version = key.slice(root.length).split('/')[0] ?? '';
    newest.set(version, Math.max(newest.get(version) ?? 0, modifiedAt.getTime()));
  }
  return [...newest].filter(([, time]) => time < moment.getTime()).map(([version]) => version);
}

async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new FileStoreAwayError(`The photo store failed (${reasonOf(error)})`);
  }
}

/** In words only: the client's errors contain the whole request with its signature. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

function nullIfMissing(error: unknown): null {
  if (isAnswer(error) && error.name === 'NoSuchKey') return null;
  throw error;
}

/** Whether the store answered at all; otherwise it is unreachable. */
export const isAnswer = (error: unknown): error is S3ServiceException =>
  error instanceof Error &&
  '$metadata' in error &&
  (error as S3ServiceException).$metadata.httpStatusCode !== undefined;

import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reachBucket } from '../backend/storage/reach-bucket.ts';
import { reasonOf, s3Client, type S3Settings } from '../backend/storage/s3-store.ts';
import { BackupError } from './archive.ts';
import { newestFirst } from './backup-names.ts';
import type { BackupStore, StoredBackup } from './backup-store.ts';

// A store takes 10,000 parts at most, of 5 MB at least but for the last: 80 GB in all.
const partBytes = 8 * 1024 * 1024;
/** For one part, or for putting all of them together. */
const requestTimeoutMs = 120_000;

/** Scheduled backups in a bucket. A backup is uploaded in parts and exists once the store has put them together. */
export async function bucketBackups({
  settings,
  prefix,
}: {
  settings: S3Settings;
  prefix: string;
}): Promise<BackupStore> {
  const client = await s3Client(settings, requestTimeoutMs);
  const Bucket = settings.bucket;
  const upload = async (Key: string, content: AsyncIterable<Buffer>) => {
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key });
    const target = { Bucket, Key, UploadId };
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for await (const Body of inParts(content)) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.uploadPart({ ...target, PartNumber, Body });
        Parts.push({ ETag, PartNumber });
      }
      await client.completeMultipartUpload({ ...target, MultipartUpload: { Parts } });
    } catch (error) {
      await client.abortMultipartUpload(target).catch(() => undefined);
      throw error;
    }
  };
  const list = async () => {
    const found: StoredBackup[] = [];
    let next: string | undefined;
    do {
      const page = await client.listObjectsV2({ Bucket, Prefix: prefix, ContinuationToken: next });
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        found.push({ name: Key.slice(prefix.length), bytes: Size });
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next);
    return newestFirst(found);
  };
  return {
    place: `s3://${Bucket}/${prefix}`,
    check: () => reachBucket(client, Bucket, 'BACKUP_TO'),
    write: (name, content) => inWords(upload(`${prefix}${name}`, content)),
    list: () => inWords(list()),
    remove: async (name) => {
      await inWords(client.deleteObject({ Bucket, Key: `${prefix}${name}` }));
    },
    fetch: async (name, file) => {
      const { Body } = await inWords(client.getObject({ Bucket, Key: `${prefix}${name}` }));
      const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      await pipeline(Body as Readable, target);
    },
    // Not listed and never read. A rule of the bucket removes them.
    clearUnfinished: () => Promise.resolve(),
  };
}

async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/** The client's errors contain the whole request with its signature. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(reasonOf(error));
  }
}

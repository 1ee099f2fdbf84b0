import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { promisesOfAFileStore } from '../../testing/file-store-contract.ts';
import { startPhotoBucket } from '../../testing/photo-bucket.ts';
import { FileStoreAwayError, type FileStore } from './file-store.ts';
import { ConfigurationError } from '../../config.ts';
import { openFileStore } from './open-store.ts';
import { s3Client, s3Store } from './s3-store.ts';

type Bucket = Awaited<ReturnType<typeof startPhotoBucket>>;

const warnings: unknown[] = [];
const log = { info: () => undefined, warn: () => warnings.push(1), error: () => undefined };

let bucket: Bucket;
let store: FileStore;
beforeAll(async () => {
  bucket = await startPhotoBucket();
  store = await openFileStore({ dataDir: '/nowhere', s3: bucket.settings }, log);
});
afterAll(() => bucket.close());

promisesOfAFileStore('A bucket of photos', () => store);

// The third-party store of these tests has no second page.
test('a bucket with more files than one answer holds is listed completely', async () => {
  const client = await s3Client(bucket.settings);
  const LastModified = new Date(0);
  const asked: unknown[] = [];
  client.listObjectsV2 = (({ ContinuationToken }: { ContinuationToken?: string }) => {
    asked.push(ContinuationToken);
    return Promise.resolve(
      ContinuationToken
        ? {
            Contents: [
              { Key: 'photos/p1/full.webp', LastModified: new Date() },
              { Key: 'photos/p2/full.webp', LastModified },
            ],
          }
        : {
            IsTruncated: true,
            NextContinuationToken: 'more',
            Contents: [{ Key: 'photos/p1/320.webp', LastModified }],
          },
    );
  }) as unknown as typeof client.listObjectsV2;
  const paged = s3Store(client, bucket.settings.bucket);
  expect(await paged.keptBefore(new Date(1)), 'p1 is as old as its newest file').toEqual(['p2']);
  expect(asked).toEqual([undefined, 'more']);
});

test('a photo of which one file is refused leaves none behind', async () => {
  const client = await s3Client(bucket.settings);
  const put = client.putObject.bind(client);
  client.putObject = ((input: Parameters<typeof put>[0]) =>
    input.Key?.endsWith('320.webp')
      ? Promise.reject(new Error('the disk is full'))
      : put(input)) as typeof client.putObject;
  const failing = s3Store(client, bucket.settings.bucket);
  const files = { 'full.webp': Buffer.of(1), '320.webp': Buffer.of(2), '640.webp': Buffer.of(3) };
  await expect(failing.prepare('q1', files)).rejects.toThrow(FileStoreAwayError);
  expect(await store.keptBefore(new Date(Date.now() + 60_000))).toEqual([]);
});

describe('A start with a bucket', () => {
  const open = (changes: Partial<Bucket['settings']>) =>
    openFileStore({ dataDir: '/nowhere', s3: { ...bucket.settings, ...changes } }, log);

  test('names the setting when the bucket does not exist or the key is refused', async () => {
    await expect(open({ bucket: 'of-nobody' })).rejects.toThrow(/^S3_BUCKET: /);
    const refused = open({ accessKeyId: 'of-nobody' });
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(/^S3_ACCESS_KEY_ID: /);
  });

  test('succeeds while the store does not answer, and reading fails until it does', async () => {
    const unreachable = await open({ endpoint: 'http://127.0.0.1:9' });
    expect(warnings).toHaveLength(1);
    await expect(unreachable.read('a1', 'full.webp')).rejects.toThrow(FileStoreAwayError);
  });
});

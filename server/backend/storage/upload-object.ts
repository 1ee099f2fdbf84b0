import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { isPublicBucket } from './buckets.ts';
import { openShare } from './byte-budget.ts';
import { notSupported } from './errors.ts';
import { encodePhoto, type EncodedPhoto } from './encode-photo.ts';
import type { ObjectAddress } from './object-address.ts';
import { receiveFile, type ReceivedFile } from './receive-file.ts';
import { asSender, type StorageRequest } from './storage-request.ts';
import { countUpload } from './upload-limits.ts';

type Row = {
  id: string;
  version: string;
  ownerId: string | null;
  metadata: object | null;
};

const operation = 'storage.object.upload';

/**
 * Stores a photo. Checks the sender's permission before reading the body. Files move into place right before the
 * commit of their row.
 */
export async function uploadObject(
  sender: StorageRequest,
  address: ObjectAddress,
): Promise<Response> {
  if (sender.request.headers.get('x-upsert') === 'true') throw notSupported('replacing');
  await isPublicBucket(sender.storage.database.pool, address.bucket);
  await countUpload(sender);
  await tryOut(sender, address);
  const { file, photo } = await receivePhoto(sender.request);
  const row = rowOf(sender, metadataOf(photo, file, sender.storage.now()));
  await keep(sender, { address, row, photo });
  return Response.json({ Id: row.id, Key: `${address.bucket}/${address.name}` });
}

async function receivePhoto(request: Request) {
  const share = openShare();
  try {
    const { bytes, ...file } = await receiveFile(request, share);
    return { file, photo: await encodePhoto(bytes) };
  } finally {
    share.release();
  }
}

class Allowed extends Error {}

/** Writes the row and rolls back: a body is read only from a sender with permission. */
async function tryOut(sender: StorageRequest, address: ObjectAddress) {
  try {
    await asSender(sender, operation, async (client) => {
      await writeRow(client, address, rowOf(sender, null));
      throw new Allowed();
    });
  } catch (error) {
    if (!(error instanceof Allowed)) throw error;
  }
}

type Upload = { address: ObjectAddress; row: Row; photo: EncodedPhoto };

async function keep(sender: StorageRequest, { address, row, photo }: Upload) {
  const prepared = await sender.storage.files.prepare(row.version, photo.files);
  const written = asSender(sender, operation, async (client) => {
    await writeRow(client, address, row);
    await prepared.keep();
  });
  await written.catch(async (error: unknown) => {
    // Once the files are in place, only the commit can have failed, and its outcome may be unknown. The sweep
    // decides; nothing that a row may name is deleted here.
    await prepared.discard();
    throw error;
  });
}

function rowOf({ identity }: StorageRequest, metadata: object | null): Row {
  const ownerId = identity.claims.sub ?? null;
  return { id: randomUUID(), version: randomUUID(), ownerId, metadata };
}

/** Without "returning": a sender who may add a photo need not be able to read it. */
const writeRow = (
  client: PoolClient,
  { bucket, name }: ObjectAddress,
  { id, version, ownerId, metadata }: Row,
) =>
  client.query(
    `insert into storage.objects (id, bucket_id, name, version, owner, owner_id, metadata)
     values ($1, $2, $3, $4, $5::uuid, $5::text, $6)`,
    [id, bucket, name, version, ownerId, metadata],
  );

function metadataOf(
  { width, height, files }: EncodedPhoto,
  file: Omit<ReceivedFile, 'bytes'>,
  now: Date,
) {
  const full = files['full.webp'] ?? Buffer.alloc(0);
  return {
    eTag: `"${createHash('sha256').update(full).digest('hex').slice(0, 32)}"`,
    size: full.length,
    contentLength: full.length,
    mimetype: 'image/webp',
    cacheControl: file.cacheControl,
    lastModified: now.toISOString(),
    httpStatusCode: 200,
    width,
    height,
  };
}

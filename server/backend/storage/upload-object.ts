import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { isPublicBucket } from './buckets.ts';
import { openShare } from './byte-budget.ts';
import { encodePhoto, type EncodedPhoto } from './encode-photo.ts';
import type { ObjectAddress } from './object-address.ts';
import { receiveFile, type ReceivedFile } from './receive-file.ts';
import { removeFiles } from './remove-objects.ts';
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
 * commit of their row. With `replaces` an object of that name is replaced, if the policies allow it.
 */
export async function uploadObject(
  sender: StorageRequest,
  address: ObjectAddress,
  { replaces }: { replaces: boolean },
): Promise<Response> {
  await isPublicBucket(sender.storage.database.pool, address.bucket);
  await countUpload(sender);
  await tryOut(sender, address, replaces);
  const { file, photo } = await receivePhoto(sender.request);
  const row = rowOf(sender, metadataOf(photo, file, sender.storage.now()));
  await keep(sender, { address, row, photo, replaces });
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
async function tryOut(sender: StorageRequest, address: ObjectAddress, replaces: boolean) {
  try {
    await asSender(sender, operation, async (client) => {
      await writeRow(client, address, rowOf(sender, null), replaces);
      throw new Allowed();
    });
  } catch (error) {
    if (!(error instanceof Allowed)) throw error;
  }
}

type Upload = { address: ObjectAddress; row: Row; photo: EncodedPhoto; replaces: boolean };

async function keep(sender: StorageRequest, { address, row, photo, replaces }: Upload) {
  const { files } = sender.storage;
  const prepared = await files.prepare(row.version, photo.files);
  const written = asSender(sender, operation, async (client) => {
    const replaced = replaces ? await versionOf(client, address) : null;
    await writeRow(client, address, row, replaces);
    await prepared.keep();
    return replaced;
  });
  const replaced = await written.catch(async (error: unknown) => {
    // Once the files are in place, only the commit can have failed, and its outcome may be unknown. The sweep
    // decides; nothing that a row may name is deleted here.
    await prepared.discard();
    throw error;
  });
  await removeFiles(sender.storage, [{ version: replaced }]);
}

function rowOf({ identity }: StorageRequest, metadata: object | null): Row {
  const ownerId = identity.claims.sub ?? null;
  return { id: randomUUID(), version: randomUUID(), ownerId, metadata };
}

/** Without "returning": a sender who may add a photo need not be able to read it. */
async function writeRow(
  client: PoolClient,
  { bucket, name }: ObjectAddress,
  { id, version, ownerId, metadata }: Row,
  replaces: boolean,
) {
  const ifTaken = replaces
    ? `on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
         owner = excluded.owner, owner_id = excluded.owner_id`
    : '';
  await client.query(
    `insert into storage.objects (id, bucket_id, name, version, owner, owner_id, metadata)
     values ($1, $2, $3, $4, $5::uuid, $5::text, $6) ${ifTaken}`,
    [id, bucket, name, version, ownerId, metadata],
  );
}

async function versionOf(client: PoolClient, { bucket, name }: ObjectAddress) {
  const { rows } = await client.query<{ version: string | null }>(
    'select version from storage.objects where bucket_id = $1 and name = $2',
    [bucket, name],
  );
  return rows[0]?.version ?? null;
}

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

import type { Pool, PoolClient } from 'pg';
import { photoRules } from '../../../domain/contact/photo.ts';
import { isPublicBucket } from './buckets.ts';
import { invalidRequest, noSuchObject, notSupported } from './errors.ts';
import type { ObjectAddress } from './object-address.ts';
import { respondWithFile } from './respond-with-file.ts';
import type { Storage } from './storage-context.ts';
import { asSender, type StorageRequest } from './storage-request.ts';

/** The fields for serving an object. */
type StoredPhoto = {
  version: string;
  created_at: string;
  metadata: { eTag: string; cacheControl: string; width: number; lastModified: string };
};

/** An object of a public bucket, for everyone with its name. */
export async function servePublic(
  storage: Storage,
  request: Request,
  address: ObjectAddress,
): Promise<Response> {
  return await serve(storage, request, await findPublic(storage, address), 'full');
}

/** The same in a width: the narrowest one at least as wide as requested, never enlarged. */
export async function servePublicInWidth(
  storage: Storage,
  request: Request,
  address: ObjectAddress,
): Promise<Response> {
  const wanted = widthOf(request);
  const photo = await findPublic(storage, address);
  return await serve(storage, request, photo, fileFor(photo, wanted));
}

/** An object that the policies let the sender read. */
export async function serveToSender(
  sender: StorageRequest,
  address: ObjectAddress,
): Promise<Response> {
  return await serve(sender.storage, sender.request, await findForSender(sender, address), 'full');
}

/** The same in a width, as {@link servePublicInWidth}. */
export async function serveToSenderInWidth(
  sender: StorageRequest,
  address: ObjectAddress,
): Promise<Response> {
  const wanted = widthOf(sender.request);
  const photo = await findForSender(sender, address);
  return await serve(sender.storage, sender.request, photo, fileFor(photo, wanted));
}

async function findForSender(sender: StorageRequest, address: ObjectAddress): Promise<StoredPhoto> {
  const photo = await asSender(sender, 'storage.object.get_authenticated', (client) =>
    findObject(client, address),
  );
  // An answer for one person must not be cached for others.
  return { ...photo, metadata: { ...photo.metadata, cacheControl: 'no-store' } };
}

function fileFor({ metadata }: StoredPhoto, wanted: number): string {
  const width = photoRules.widths.find((one) => one >= wanted && one < metadata.width);
  return width ? String(width) : 'full';
}

async function findPublic({ database: { pool } }: Storage, address: ObjectAddress) {
  // Like the reference server: a private bucket is not found.
  if (!(await isPublicBucket(pool, address.bucket))) throw noSuchObject();
  return await findObject(pool, address);
}

/** An object visible to this client. Throws 404. */
async function findObject(
  client: Pool | PoolClient,
  { bucket, name }: ObjectAddress,
): Promise<StoredPhoto> {
  const { rows } = await client.query<StoredPhoto>(
    `select version, created_at, metadata from storage.objects
     where bucket_id = $1 and name = $2 and version is not null`,
    [bucket, name],
  );
  if (!rows[0]) throw noSuchObject();
  return rows[0];
}

async function serve(storage: Storage, request: Request, photo: StoredPhoto, file: string) {
  const { eTag, cacheControl, lastModified } = photo.metadata;
  const facts = {
    eTag: file === 'full' ? eTag : eTag.replace(/"$/, `-${file}"`),
    cacheControl,
    lastModified: new Date(lastModified),
  };
  return await respondWithFile(request, facts, async () => {
    const bytes = await storage.files.read(photo.version, `${file}.webp`);
    if (bytes) return bytes;
    storage.log.warn({ version: photo.version, file }, 'A photo has no file');
    throw noSuchObject();
  });
}

function widthOf(request: Request): number {
  const { searchParams } = new URL(request.url);
  for (const name of ['height', 'resize', 'quality', 'format']) {
    if (searchParams.has(name)) throw notSupported(`image transformation by ${name}`);
  }
  const text = searchParams.get('width') ?? '2500';
  const width = Number(text);
  if (/^\d+$/.test(text) && width >= 1 && width <= 2500) return width;
  throw invalidRequest('querystring/width must be a whole number from 1 to 2500');
}

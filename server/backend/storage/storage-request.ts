import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { requestIdOf } from '../../request-id.ts';
import { asRequest } from '../database/request-transaction.ts';
import { identify, type Identity } from '../identity.ts';
import { alreadyExists, invalidToken, notAllowed, sessionEnded } from './errors.ts';
import type { Storage } from './storage-context.ts';

/** A request with its sender, before its work in the database. */
export type StorageRequest = {
  storage: Storage;
  request: Request;
  requestId: string | undefined;
  identity: Identity;
};

export async function identified(storage: Storage, context: Context): Promise<StorageRequest> {
  const request = context.req.raw;
  const found = await identify(request, storage.keys, storage.now());
  if (!found.ok) throw invalidToken(found.message);
  return { storage, request, requestId: requestIdOf(context), identity: found.identity };
}

/** The operation's name for policies, and whether it writes. */
const writes = {
  'storage.object.get_authenticated': false,
  'storage.object.upload': true,
  'storage.object.delete_many': true,
} as const;

/**
 * Runs the work in one transaction with the sender's role and claims, so that policies decide. They can read
 * `storage.operation()`. Throws the refusal in the storage's words.
 */
export async function asSender<T>(
  { storage, request, requestId, identity }: StorageRequest,
  operation: keyof typeof writes,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const context = {
    requestId,
    identity,
    headers: Object.fromEntries(request.headers),
    method: request.method,
    path: new URL(request.url).pathname,
    writes: writes[operation],
  };
  try {
    return await asRequest(storage.database, context, async (client) => {
      await client.query(
        `select set_config('storage.operation', $1, true), set_config('storage.allow_delete_query', 'true', true)`,
        [operation],
      );
      return await work(client);
    });
  } catch (error) {
    throw storageFailureFrom(error);
  }
}

/** The storage's answer to a refusal of the database; other errors are unchanged. */
function storageFailureFrom(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'PT401') return sessionEnded();
  if (error.code === '42501') return notAllowed();
  if (error.code === '23505') return alreadyExists();
  return error;
}

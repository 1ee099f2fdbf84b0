import { countersFor } from '../../networks.ts';
import { AuthFailure } from '../auth/errors.ts';
import type { Limit } from '../auth/limits.ts';
import { takeAttempt } from '../auth/rate-limit.ts';
import { tooManyUploads } from './errors.ts';
import { asSender, type StorageRequest } from './storage-request.ts';

/**
 * From one address in an hour. A review has one photo; a gallery is filled in one evening, and a crew takes up to
 * 36 of a visit. Accounts cost nothing, so customers share the limit of guests.
 */
const limits: Record<'visitor' | 'administrator', Limit> = {
  visitor: { attempts: 20, windowSeconds: 60 * 60 },
  administrator: { attempts: 300, windowSeconds: 60 * 60 },
};

/** Counts an upload before reading it. Throws 429 beyond the address's limit. */
export async function countUpload(upload: StorageRequest): Promise<void> {
  const { storage, request, identity } = upload;
  if (identity.role === 'service_role') return;
  const sender = (await runsTheBusiness(upload)) ? 'administrator' : 'visitor';
  const address = storage.clientAddress(request);
  const counters = countersFor(`upload:${sender}`, address, limits[sender]);
  try {
    await takeAttempt(storage, counters, 'over_upload_limit');
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    throw tooManyUploads(error.extra.retryAfterSeconds ?? 60);
  }
}

/** Administrators and members of a crew. */
async function runsTheBusiness(upload: StorageRequest): Promise<boolean> {
  if (upload.identity.role !== 'authenticated') return false;
  return await asSender(upload, 'storage.object.upload', async (client) => {
    const { rows } = await client.query<{ it: boolean }>(
      'select public.is_admin() or private.my_crew() is not null as it',
    );
    return rows[0]?.it === true;
  });
}

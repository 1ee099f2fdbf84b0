import { doorsFrom } from '../../networks.ts';
import { AuthFailure } from '../auth/errors.ts';
import type { Limit } from '../auth/limits.ts';
import { takeAttempt } from '../auth/rate-limit.ts';
import { tooManyUploads } from './errors.ts';
import type { StorageRequest } from './storage-request.ts';

/** From one address within an hour. A review has one photo; a gallery is filled in one evening. */
const limits: Record<'anon' | 'authenticated', Limit> = {
  anon: { attempts: 20, windowSeconds: 60 * 60 },
  authenticated: { attempts: 300, windowSeconds: 60 * 60 },
};

/** Counts an upload before anything is read of it. Throws 429 when the address had its share. */
export async function countUpload({ storage, request, identity }: StorageRequest): Promise<void> {
  if (identity.role === 'service_role') return;
  const address = storage.clientAddress(request);
  const doors = doorsFrom(`upload:${identity.role}`, address, limits[identity.role]);
  try {
    await takeAttempt(storage, doors, 'over_upload_limit');
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    throw tooManyUploads(error.extra.retryAfterSeconds ?? 60);
  }
}

import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '../../supabase/database-types.ts';
import { appConfig } from '@/config/env.ts';
import { accessToken } from './access-token.ts';
import { backendUrl } from './backend-url.ts';
import { timedFetch } from './clock.ts';
import { ownFetch } from './own-fetch.ts';

export const noAnswer =
  'We could not reach the server. Please check your connection and try again.';

/** A refusal by the backend, or no answer at all (code `network`, status 0). `message` is a sentence for the visitor. */
export class BackendError extends Error {
  readonly code: string;
  readonly status: number;
  /** Form field to sentence, when the refusal is about what was typed. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(answer: {
    code: string;
    message: string;
    status: number;
    fields?: Record<string, string> | undefined;
  }) {
    super(answer.message);
    this.name = 'BackendError';
    this.code = answer.code;
    this.status = answer.status;
    this.fields = answer.fields ?? {};
  }
}

export function guestHeaders(): Record<string, string> {
  const { anonKey } = appConfig;
  // A publishable key is no token: it has a header of its own.
  if (anonKey.startsWith('sb_')) return { apikey: anonKey };
  return anonKey ? { apikey: anonKey, authorization: `Bearer ${anonKey}` } : {};
}

/**
 * The tables as a visitor without an account sees them. A booking id opens that one booking:
 * it travels as a header, where the row policies look for it. One whose email address was corrected needs that, too.
 */
export function guestRest(bookingId?: string, email?: string) {
  const headers = guestHeaders();
  if (bookingId) headers['x-booking-id'] = bookingId;
  if (email) headers['x-booking-email'] = email;
  return new PostgrestClient<Database>(backendUrl('/rest/v1'), { headers, fetch: timedFetch });
}

export type Rest = ReturnType<typeof guestRest>;

/** The tables as the person with this token sees them. */
export function restAs(token: string) {
  const headers = { ...guestHeaders(), authorization: `Bearer ${token}` };
  return new PostgrestClient<Database>(backendUrl('/rest/v1'), { headers, fetch: ownFetch });
}

/** The tables as whoever is signed in sees them, or a guest, if nobody is. */
export async function userRest(): Promise<Rest> {
  const token = await accessToken();
  return token ? restAs(token) : guestRest();
}

import { calendarFeed } from '../../../domain/booking/calendar-feed.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { getOnly } from '../_shared/http/http.ts';
import { canBeKept } from '../_shared/mail/kept-text.ts';
import { readFeed } from './feed-calls.ts';

const longestSecret = 100;

/**
 * The visits, for a calendar that reads them again and again. The secret in the address is the only proof, since
 * calendars can give no other.
 */
export const calendarFeedHandler = ({ rest, log, publicUrl }: FunctionDeps): FunctionHandler =>
  getOnly(log, async (request) => {
    const secret = new URL(request.url).searchParams.get('token') ?? '';
    const isSecret = secret !== '' && secret.length <= longestSecret && canBeKept(secret);
    const feed = isSecret ? await readFeed(rest, secret, publicUrl) : null;
    if (!feed) throw new CodedError('not_found');
    const { facts } = await readBusiness(rest);
    const file = calendarFeed(feed.bookings, feed.timeOff, facts);
    const etag = await tagOf(file);
    const headers = {
      etag,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="bookings.ics"',
      // Not cached. A calendar that stores it may revalidate.
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    };
    return isKnown(request, etag)
      ? new Response(null, {
          status: 304,
          headers: { etag, 'cache-control': headers['cache-control'] },
        })
      : new Response(file, { headers });
  });

/** Weak, because compression changes the bytes and not the calendar. */
async function tagOf(file: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(file));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return `W/"${hex.join('').slice(0, 32)}"`;
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match') ?? '';
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice('W/'.length));
}

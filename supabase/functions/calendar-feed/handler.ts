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
    if (!isSecret) throw new CodedError('not_found');
    const { facts } = await readBusiness(rest);
    const frame = await frameOf([facts.name, publicUrl]);
    const feed = await readFeed(rest, { secret, known: knownVersion(request, frame), publicUrl });
    if (!feed) throw new CodedError('not_found');
    const etag = `W/"${feed.version}-${frame}"`;
    const headers = {
      etag,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="bookings.ics"',
      // Not cached. A calendar that stores it may revalidate.
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    };
    return feed.content
      ? new Response(calendarFeed(feed.content.bookings, feed.content.timeOff, facts), { headers })
      : new Response(null, {
          status: 304,
          headers: { etag, 'cache-control': headers['cache-control'] },
        });
  });

/** A hash of what the calendar has besides its visits. */
async function frameOf(parts: readonly string[]): Promise<string> {
  const hash = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(parts)),
  );
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').slice(0, 16);
}

/** The version that the calendar has. Tags are weak, because compression changes the bytes and not the calendar. */
function knownVersion(request: Request, frame: string): string | null {
  const tags = (request.headers.get('if-none-match') ?? '').split(',');
  const known = tags.map((tag) => /"([0-9a-f]{32})-([0-9a-f]{16})"/.exec(tag));
  return known.find((tag) => tag?.[2] === frame)?.[1] ?? null;
}

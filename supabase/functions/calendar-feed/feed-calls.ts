import { soldName } from '../../../domain/booking/add-ons.ts';
import type { FeedBooking, FeedTimeOff } from '../../../domain/booking/calendar-feed.ts';
import type { ServiceRest } from '../_shared/http/deps.ts';
import { readCalendarFeed } from '../../contracts/calendar-feed.ts';
import type { AnswerOf } from '../../contracts/contract.ts';
import { rpc } from '../_shared/http/rpc-answer.ts';

type Answer = NonNullable<AnswerOf<typeof readCalendarFeed>>;

type Feed = {
  version: string;
  content: { bookings: FeedBooking[]; timeOff: FeedTimeOff[] } | null;
};

/**
 * A calendar address; null when the secret is unknown or revoked. Its content is null for a reader that knows the
 * version.
 */
export async function readFeed(
  rest: ServiceRest,
  { secret, known, publicUrl }: { secret: string; known: string | null; publicUrl: string },
): Promise<Feed | null> {
  const answer = await rpc(rest, readCalendarFeed, { secret, ...(known && { known }) });
  if (!answer) return null;
  const { version, bookings, time_off: timeOff } = answer;
  return {
    version,
    content:
      bookings && timeOff
        ? {
            bookings: bookings.map((booking) => bookingOf(booking, publicUrl)),
            timeOff: timeOff.map(timeOffOf),
          }
        : null,
  };
}

function bookingOf(row: NonNullable<Answer['bookings']>[number], publicUrl: string): FeedBooking {
  const region = [row.province, row.postal_code].filter(Boolean).join(' ');
  return {
    calendarUid: row.calendar_uid,
    serviceName: soldName(row.service_name, row.add_ons),
    customerName: row.customer_name,
    customerPhone: row.customer_phone ?? '',
    car: row.car,
    location: [row.address, row.city, region].filter(Boolean).join(', '),
    startsAt: row.starts_at,
    durationMinutes: row.duration_minutes,
    dueCents: row.due_cents,
    crew: row.crew_title ?? null,
    isRainDay: row.is_called_off,
    sequence: row.calendar_sequence,
    changedAt: row.updated_at,
    url: `${publicUrl}/admin/visits/${row.calendar_uid}`,
  };
}

const timeOffOf = (row: NonNullable<Answer['time_off']>[number]): FeedTimeOff => ({
  id: row.id,
  reason: row.reason,
  crew: row.crew_title ?? null,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  wholeDay: row.is_whole_day ? row.day : null,
  changedAt: row.created_at,
});

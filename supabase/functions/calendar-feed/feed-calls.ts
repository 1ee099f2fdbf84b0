import { z } from 'zod';
import type { FeedBooking, FeedTimeOff } from '../../../domain/booking/calendar-feed.ts';
import type { ServiceRest } from '../_shared/http/deps.ts';
import { rpcAnswer } from '../_shared/http/rpc-answer.ts';

const shape = z.object({
  bookings: z.array(
    z.object({
      calendar_uid: z.string(),
      service_name: z.string(),
      customer_name: z.string(),
      customer_phone: z.string().nullable(),
      car: z.string(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      province: z.string().nullable(),
      postal_code: z.string().nullable(),
      starts_at: z.string(),
      duration_minutes: z.number(),
      calendar_sequence: z.number(),
      due_cents: z.number(),
      is_called_off: z.boolean(),
      updated_at: z.string(),
    }),
  ),
  time_off: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      crew: z.number().nullable(),
      day: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      is_whole_day: z.boolean(),
      created_at: z.string(),
    }),
  ),
});

type Answer = z.infer<typeof shape>;

/** What an address shows; null when the secret is none, or none any more. */
export async function readFeed(
  rest: ServiceRest,
  secret: string,
  publicUrl: string,
): Promise<{ bookings: FeedBooking[]; timeOff: FeedTimeOff[] } | null> {
  const answer = await rpcAnswer(rest.rpc('read_calendar_feed', { secret }), shape.nullable());
  return (
    answer && {
      bookings: answer.bookings.map((booking) => bookingOf(booking, publicUrl)),
      timeOff: answer.time_off.map(timeOffOf),
    }
  );
}

function bookingOf(row: Answer['bookings'][number], publicUrl: string): FeedBooking {
  const region = [row.province, row.postal_code].filter(Boolean).join(' ');
  return {
    calendarUid: row.calendar_uid,
    serviceName: row.service_name,
    customerName: row.customer_name,
    customerPhone: row.customer_phone ?? '',
    car: row.car,
    location: [row.address, row.city, region].filter(Boolean).join(', '),
    startsAt: row.starts_at,
    durationMinutes: row.duration_minutes,
    dueCents: row.due_cents,
    isCalledOff: row.is_called_off,
    sequence: row.calendar_sequence,
    changedAt: row.updated_at,
    url: `${publicUrl}/admin/visits/${row.calendar_uid}`,
  };
}

const timeOffOf = (row: Answer['time_off'][number]): FeedTimeOff => ({
  id: row.id,
  reason: row.reason,
  crew: row.crew,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  wholeDay: row.is_whole_day ? row.day : null,
  changedAt: row.created_at,
});

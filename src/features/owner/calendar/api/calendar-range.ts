import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import type { CalledOff } from '@/entities/rain-day/called-off.ts';
import type { TimeOff } from '@/entities/time-off/time-off.ts';
import { ownRest } from '@/lib/own-rest.ts';

export type BookingLine = {
  id: string;
  booking_date: LocalDate;
  booking_time: LocalTime;
  duration_minutes: number;
  service_name: string;
  customer_name: string;
  has_email: boolean;
  car: string;
  city: string;
  status: string;
  done_at: string | null;
  no_show_at: string | null;
  called_off: CalledOff;
  /** What is left to be paid on site. */
  due_cents: number;
};

export type CalendarBooking = BookingLine & {
  crew: number | null;
  /** Until when an unpaid time is held; null for what stands. */
  hold_expires_at: string | null;
};

/** A claim in local time; `until` may be "24:00". A null crew is everybody. */
type Stretch = {
  id: string;
  day: LocalDate;
  from: LocalTime;
  until: LocalTime;
  crew: number | null;
};

export type Offer = Stretch & {
  kind: 'rain' | 'waiting';
  name: string | null;
  service_name: string;
  booking_id: string | null;
  expires_at: string;
};

/** Null times: closed. */
export type CalendarDay = {
  day: LocalDate;
  is_special: boolean;
  label: string | null;
  from: LocalTime | null;
  until: LocalTime | null;
};

export type CalendarRange = {
  crews: number;
  days: CalendarDay[];
  bookings: CalendarBooking[];
  timeOff: TimeOff[];
  offers: Offer[];
};

export const calendarKey = ['calendar'];

/** Everything that happens on these days, in one request. */
export const rangeQuery = (from: LocalDate, until: LocalDate) =>
  queryOptions({
    queryKey: [...calendarKey, 'range', from, until],
    queryFn: async ({ signal }) => {
      const answer: { data: unknown } = await (
        await ownRest()
      )
        .rpc('calendar_range', { from_day: from, until_day: until })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return answer.data as CalendarRange;
    },
    placeholderData: keepPreviousData,
    // Where nothing tells of changes, they are asked for.
    refetchInterval: 60_000,
  });

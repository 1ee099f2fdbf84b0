import { queryOptions } from '@tanstack/react-query';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import type { CalledOff } from '@/entities/rain-day/called-off.ts';
import { ownRest } from '@/lib/own-rest.ts';

/** What waits for her, in numbers. */
export type Needs = {
  /** Visits of past days that nobody marked, with money due. */
  past_visits: number;
  reviews: number;
  inquiries: number;
  payments: number;
  rain_unanswered: number;
  rain_declined: number;
  /** Times that are held for somebody on the waiting list. */
  offers: number;
  mails: number;
};

/** Mails that the mail server has not taken for a while, and that are still tried. `since` is when the oldest was written, an instant; `reason` what the mail server says. */
export type MailDelay = { waiting: number; since: string; reason: string };

export type CarOfDay = {
  id: string;
  /** Local, "09:00". */
  booking_time: string;
  duration_minutes: number;
  service_name: string;
  customer_name: string;
  customer_phone: string;
  car: string;
  vehicle_type: VehicleType;
  address: string;
  city: string;
  province: string;
  postal_code: string;
  due_cents: number;
  done_at: string | null;
  no_show_at: string | null;
  called_off: CalledOff;
  crew: number | null;
  note: string;
};

export type FailedMail = {
  id: string;
  template_type: string;
  to_email: string;
  booking_id: string | null;
};

/** `closed` says why no crew works that day; null where one does. */
export type DayAhead = {
  day: string;
  cars: number;
  due_cents: number;
  closed: 'closed' | 'rain' | null;
};

export type PastVisit = { id: string; day: string; customer_name: string; due_cents: number };

export type Dashboard = {
  /** The local date. */
  today: string;
  cars: CarOfDay[];
  needs: Needs & { mail_delay: MailDelay | null };
  /** The newest of those that `needs` counts. */
  past_visits: PastVisit[];
  /** Bookings to come that no longer fit the opening rules. */
  outside_rules: number;
  failed_mails: FailedMail[];
  week: DayAhead[];
  next: {
    id: string;
    day: string;
    booking_time: string;
    customer_name: string;
    service_name: string;
  } | null;
};

/** How often the screens ask although nobody told them of a change, in milliseconds. */
const askAgainMs = 60_000;

export const dashboardKey = ['owner-dashboard'];

export const dashboardQuery = queryOptions({
  queryKey: [...dashboardKey, 'day'],
  queryFn: ({ signal }) => read<Dashboard>('owner_dashboard', signal),
  refetchInterval: askAgainMs,
  staleTime: 5_000,
});

export const needsQuery = queryOptions({
  queryKey: [...dashboardKey, 'needs'],
  queryFn: ({ signal }) => read<Needs>('owner_needs', signal),
  refetchInterval: askAgainMs,
});

async function read<Answer>(
  name: 'owner_dashboard' | 'owner_needs',
  signal: AbortSignal,
): Promise<Answer> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc(name)
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return answer.data as Answer;
}

import { queryOptions } from '@tanstack/react-query';
import type { Dashboard } from '@contracts/dashboard.ts';
import { visitsToKeep, type VisitsToKeep } from '@contracts/visit-operations.ts';
import { localToday } from '@domain/time/local-day.ts';
import { keepShell } from '@/lib/on-device/keep-shell.ts';
import { canKeep, keep, keptNames, readKept } from '@/lib/on-device/kept-visits-store.ts';
import { clockNow } from '@/lib/clock.ts';
import { ownRpc } from '@/lib/rpc.ts';

const keptAnewMs = 5 * 60_000;

/** Loads the visits of today and tomorrow and keeps them on this device. Answers when, in epoch milliseconds. */
export const keepVisitsQuery = queryOptions({
  queryKey: ['kept-visits'],
  queryFn: async ({ signal }) => {
    await keep(keptNames.owner, await ownRpc(visitsToKeep, {}, { signal }));
    void keepShell();
    return Date.now();
  },
  enabled: canKeep(),
  staleTime: keptAnewMs,
  refetchInterval: keptAnewMs,
  retry: false,
});

/** What this device keeps, with the moment when it was loaded in epoch milliseconds; null when it keeps nothing. */
export const keptVisitsQuery = queryOptions({
  queryKey: ['what-this-device-keeps'],
  queryFn: async () => {
    const kept = await readKept(keptNames.owner);
    return kept && { days: (kept.data as VisitsToKeep).days, takenAt: kept.takenAt };
  },
  staleTime: 0,
});

/** The owner's day of the visits that are kept: today's, and the next one. Nothing else is known. */
export function dashboardOf({ days }: VisitsToKeep): Dashboard {
  const today = localToday(clockNow());
  const later = days
    .filter(({ day }) => day > today)
    .flatMap(({ day, cars }) => cars.map((car) => ({ day, car })));
  const [next] = later;
  return {
    today,
    cars: days.find(({ day }) => day === today)?.cars ?? [],
    needs: nothingNeeded,
    past_visits: [],
    outside_rules: 0,
    failed_mails: [],
    week: [],
    next: next
      ? {
          id: next.car.id,
          day: next.day,
          booking_time: next.car.booking_time,
          customer_name: next.car.customer_name,
          service_name: next.car.service_name,
        }
      : null,
  };
}

const nothingNeeded: Dashboard['needs'] = {
  past_visits: 0,
  past_balances: { visits: 0, due_cents: 0 },
  reviews: 0,
  inquiries: 0,
  payments: 0,
  to_decide: [],
  refunds_by_hand: { refunds: 0, cents: 0 },
  rain_unanswered: 0,
  rain_declined: 0,
  offers: 0,
  mails: 0,
  texts: 0,
  texts_over_limit: 0,
  mail_delay: null,
  troubles: [],
  backup: null,
  held: null,
};

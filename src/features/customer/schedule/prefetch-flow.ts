import type { QueryClient } from '@tanstack/react-query';
import type { Service } from '@domain/booking/catalogue.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { openWindow } from '@/entities/open-times/time-picker/use-open-times.ts';
import { firstOfMonth } from '@/lib/days.ts';
import { detailsStepQuery } from './api/details-step.ts';
import { wantedStart } from './use-booking-flow.ts';

/**
 * Loads the rules and the month that the calendar of this service begins with, and then what a chosen time brings.
 * Rejects when one fails.
 */
export async function prefetchFlow(client: QueryClient, service: Service) {
  await prefetchTimes(client, service);
  await client.query(detailsStepQuery);
}

async function prefetchTimes(client: QueryClient, { durationMinutes }: Service) {
  const wanted = wantedStart(durationMinutes, Date.now());
  const month = (rules = defaultOpeningRules) =>
    client.query(wanted.takenInMonth(firstOfMonth(openWindow(wanted, rules).from)));
  const [rules] = await Promise.all([client.query(openingRulesQuery), month()]);
  // By the owner's rules it may be another month.
  await month(rules);
}

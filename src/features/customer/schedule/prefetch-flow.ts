import type { QueryClient } from '@tanstack/react-query';
import type { Service } from '@domain/booking/catalogue.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { loadMonth, openWindow } from '@/entities/open-times/time-picker/use-open-times.ts';
import { firstOfMonth } from '@/lib/days.ts';
import { detailsStepQuery } from './api/details-step.ts';
import { wantedStart } from './wanted-start.ts';

/**
 * Loads the rules and the month that the calendar of this service begins with, and then what a chosen time brings.
 * Rejects when one fails.
 */
export async function prefetchFlow(client: QueryClient, service: Service) {
  await prefetchTimes(client, service);
  await client.query(detailsStepQuery);
}

async function prefetchTimes(client: QueryClient, service: Service) {
  const wanted = wantedStart(service, [], { now: Date.now(), place: null, needsPlace: false });
  const month = (rules = defaultOpeningRules) =>
    loadMonth(client, wanted, rules, firstOfMonth(openWindow(wanted, rules).from));
  const [rules] = await Promise.all([client.query(openingRulesQuery), month()]);
  // By the owner's rules it may be another month. Those of a place are loaded when it is known.
  if (!rules.needsPlace) await month(rules);
}

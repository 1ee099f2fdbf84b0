import { queryOptions } from '@tanstack/react-query';
import {
  crewDays,
  crewVisitsToKeep,
  type CrewDays,
  type CrewVisitsToKeep,
} from '@contracts/crews.ts';
import { localToday } from '@domain/time/local-day.ts';
import { clockNow } from '@/lib/clock.ts';
import { keepShell } from '@/lib/on-device/keep-shell.ts';
import { forgetKept, keep, keptNames } from '@/lib/on-device/kept-visits-store.ts';
import { orKept, type OrKept } from '@/lib/on-device/or-kept.ts';
import { nullIfRefused, ownRpc } from '@/lib/rpc.ts';

export const crewDaysKey = ['crew-days'] as const;

const refusal = 'administrators_only';
const keptAnewMs = 5 * 60_000;

export type ShownDays = OrKept<CrewDays>;

/** The visits of the signed-in person's crew; null for a person who works for none. */
export const crewDaysQuery = queryOptions({
  queryKey: crewDaysKey,
  queryFn: ({ signal, client, queryKey }) =>
    orForget(
      orKept(
        [keptNames.crew],
        () => ownRpc(crewDays, {}, { signal }),
        ({ days }: CrewVisitsToKeep) => ({ ...days, today: localToday(clockNow()) }),
        { signal, loaded: ofToday(client.getQueryData<ShownDays>(queryKey)) },
      ),
    ),
});

const ofToday = (days: ShownDays | null | undefined) =>
  days?.today === localToday(clockNow()) ? days : undefined;

/** Loads the crew's visits of today and tomorrow and keeps them on this device. */
export const keepCrewVisitsQuery = queryOptions({
  queryKey: ['kept-crew-visits'],
  queryFn: async ({ signal }) => {
    const visits = await orForget(ownRpc(crewVisitsToKeep, {}, { signal }));
    if (visits === null) return null;
    await keep(keptNames.crew, visits);
    void keepShell();
    return Date.now();
  },
  staleTime: keptAnewMs,
  refetchInterval: keptAnewMs,
  retry: false,
});

/** Null for a person who works for no crew any more; then this device keeps none of its visits. */
async function orForget<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  const answer = await nullIfRefused(refusal, asked);
  if (answer === null) await forgetKept(keptNames.crew);
  return answer;
}

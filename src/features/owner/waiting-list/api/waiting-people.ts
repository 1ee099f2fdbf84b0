import { queryOptions } from '@tanstack/react-query';
import { waitingPeople } from '@contracts/waiting-list.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const waitingPeopleKey = ['waiting-people'] as const;

/** The waiting list from a day on, by day. */
export const waitingPeopleQuery = (from: LocalDate) =>
  queryOptions({
    queryKey: [...waitingPeopleKey, from],
    queryFn: ({ signal }) => ownRpc(waitingPeople, { from_day: from }, { signal }),
    refetchInterval: 30_000,
  });

/** Throws with a code as message. */
export const removeFromWaitingList = (id: string) =>
  ownRpc('remove_from_waiting_list', { target_waiting_id: id });

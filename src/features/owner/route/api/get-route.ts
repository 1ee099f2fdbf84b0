import { queryOptions } from '@tanstack/react-query';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { ownerRoute } from '@contracts/route.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const routeKey = ['owner-route'];

export const routeQuery = (day: LocalDate) =>
  queryOptions({
    queryKey: [...routeKey, day],
    queryFn: ({ signal }) => ownRpc(ownerRoute, { day }, { signal }),
  });

/** Ids of bookings. */
export type Pair = { first: string; second: string };

export const proposeSwap = ({ first, second }: Pair) =>
  ownRpc('propose_swap', { first_booking_id: first, second_booking_id: second });

export const withdrawSwap = (id: string) => ownRpc('withdraw_swap', { proposal_id: id });

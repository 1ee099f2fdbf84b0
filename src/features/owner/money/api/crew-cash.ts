import { queryOptions } from '@tanstack/react-query';
import { crewCash } from '@contracts/money.ts';
import { ownRpc } from '@/lib/rpc.ts';

export const crewCashQuery = () =>
  queryOptions({
    queryKey: ['crew-cash'],
    queryFn: ({ signal }) => ownRpc(crewCash, {}, { signal }),
  });

/** Marks the payments as received by the owner, or takes that back. */
export const receiveCrewCash = (paymentIds: readonly string[], received: boolean) =>
  ownRpc('receive_crew_cash', { payment_ids: [...paymentIds], received });

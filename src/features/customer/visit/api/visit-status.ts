import { queryOptions } from '@tanstack/react-query';
import { visitStatus } from '@contracts/visit.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** How a visit stands; null when the link is unknown, expired or revoked. Loads again while the page is looked at. */
export const visitStatusQuery = (token: string) =>
  queryOptions({
    queryKey: ['visit-status', token],
    queryFn: ({ signal }) => rpc(guestRest(), visitStatus, { token }, { signal }),
    staleTime: 0,
    refetchInterval: 20_000,
  });

/** The token of a payment link for what is due. */
export const openBalanceOfVisit = (token: string): Promise<string> =>
  rpc(guestRest(), 'open_balance_of_visit', { token });

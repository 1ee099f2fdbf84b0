import { queryOptions } from '@tanstack/react-query';
import { declinedOffer, waitingOffer } from '@contracts/waiting-list.ts';
import { guestRest } from '@/lib/backend.ts';
import { nullIfRefused, rpc } from '@/lib/rpc.ts';

/** Null when the token is unknown. */
export const waitingOfferQuery = (token: string) =>
  queryOptions({
    queryKey: ['waiting-offer', token],
    queryFn: ({ signal }) =>
      nullIfRefused('offer_not_found', rpc(guestRest(), waitingOffer, { token }, { signal })),
    staleTime: 0,
  });

/** Gives the time to the next; with `leave` the place on the list too. Throws with a code as message. */
export const declineWaitingOffer = (token: string, leave: boolean) =>
  rpc(guestRest(), declinedOffer, { token, leave });

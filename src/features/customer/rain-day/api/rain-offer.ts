import { queryOptions } from '@tanstack/react-query';
import { chosenRainTime, declinedRainTimes, rainOffer } from '@contracts/rain-day.ts';
import { guestRest } from '@/lib/backend.ts';
import { nullIfRefused, rpc } from '@/lib/rpc.ts';

/** Null when the token is unknown. */
export const rainOfferQuery = (token: string) =>
  queryOptions({
    queryKey: ['rain-offer', token],
    queryFn: ({ signal }) =>
      nullIfRefused('offer_not_found', rpc(guestRest(), rainOffer, { token }, { signal })),
    staleTime: 0,
    refetchInterval: 60_000,
  });

/** Throws with the code of the refusal as message. */
export const chooseRainTime = (token: string, offerId: string) =>
  rpc(guestRest(), chosenRainTime, { token, offer_id: offerId });

export const declineRainTimes = (token: string) => rpc(guestRest(), declinedRainTimes, { token });

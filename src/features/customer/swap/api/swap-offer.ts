import { queryOptions } from '@tanstack/react-query';
import { answeredSwap, swapOffer } from '@contracts/swap.ts';
import { guestRest } from '@/lib/backend.ts';
import { nullIfRefused, rpc } from '@/lib/rpc.ts';

/** Null when the token is unknown. */
export const swapOfferQuery = (token: string) =>
  queryOptions({
    queryKey: ['swap-offer', token],
    queryFn: ({ signal }) =>
      nullIfRefused('offer_not_found', rpc(guestRest(), swapOffer, { token }, { signal })),
    staleTime: 0,
    refetchInterval: 60_000,
  });

/** Throws with the code of the refusal as message. */
export const answerSwap = (token: string, agrees: boolean) =>
  rpc(guestRest(), answeredSwap, { token, agrees });

import { queryOptions } from '@tanstack/react-query';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import { guestRest } from '@/lib/backend.ts';

/** A time that is or was held for somebody on the list, as the link of the mail tells it. */
export type WaitingOffer = {
  state: 'held' | 'taken' | 'declined' | 'withdrawn' | 'lapsed';
  date: string;
  time: string;
  expires_at: string;
  service_id: string;
  service_name: string;
  vehicle_type: VehicleType;
  /** Still has a place on the list. */
  is_waiting: boolean;
  /** Only while the time is held. */
  name?: string;
  email?: string;
  phone?: string;
};

export const waitingOfferKey = (token: string) => ['waiting-offer', token] as const;

/** Null for a link that is of nobody. */
export function waitingOfferQuery(token: string) {
  return queryOptions({
    queryKey: waitingOfferKey(token),
    queryFn: async ({ signal }): Promise<WaitingOffer | null> => {
      const { data, error } = await guestRest()
        .rpc('waiting_offer', { token })
        .abortSignal(signal)
        .retry(false);
      if (error?.message === 'offer_not_found') return null;
      if (error) throw error;
      return data as WaitingOffer;
    },
    staleTime: 0,
  });
}

/** Gives the time to the next; with `leave` the place on the list too. Throws with a code as message. */
export async function declineWaitingOffer(token: string, leave: boolean): Promise<WaitingOffer> {
  const { data } = await guestRest()
    .rpc('decline_waiting_offer', { token, leave })
    .retry(false)
    .throwOnError();
  return data as WaitingOffer;
}

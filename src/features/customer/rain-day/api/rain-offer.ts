import { queryOptions } from '@tanstack/react-query';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import { guestRest } from '@/lib/backend.ts';
import type { AnswerState, HeldTime } from '@/entities/rain-day/answer-state.ts';

/** What a customer is asked, as the link of the mail tells it. */
export type RainOffer = {
  state: Exclude<AnswerState, 'over'> | 'lapsed';
  booking_id: string;
  customer_name: string;
  service_name: string;
  vehicle_type: VehicleType;
  car_model: string;
  car_year: number;
  was_date: string;
  was_time: string;
  booking_date: string;
  booking_time: string;
  expires_at: string | null;
  times: HeldTime[];
};

export const rainOfferKey = (token: string) => ['rain-offer', token] as const;

/** Null for a link that is of nobody. */
export function rainOfferQuery(token: string) {
  return queryOptions({
    queryKey: rainOfferKey(token),
    queryFn: async ({ signal }): Promise<RainOffer | null> => {
      const { data, error } = await guestRest()
        .rpc('rain_offer', { token })
        .abortSignal(signal)
        .retry(false);
      if (error?.message === 'offer_not_found') return null;
      if (error) throw error;
      return data as RainOffer;
    },
    staleTime: 0,
    refetchInterval: 60_000,
  });
}

/** Throws with the code of the refusal as message. */
export async function chooseRainTime(token: string, offerId: string): Promise<RainOffer> {
  const { data } = await guestRest()
    .rpc('choose_rain_time', { token, offer_id: offerId })
    .retry(false)
    .throwOnError();
  return data as RainOffer;
}

export async function declineRainTimes(token: string): Promise<RainOffer> {
  const { data } = await guestRest()
    .rpc('decline_rain_times', { token })
    .retry(false)
    .throwOnError();
  return data as RainOffer;
}

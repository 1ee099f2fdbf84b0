import { queryOptions } from '@tanstack/react-query';
import type { ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import { ownRest } from '@/lib/own-rest.ts';

type WaitingState = 'waiting' | 'offered' | 'booking' | 'booked' | 'unpaid' | 'cancelled';

export type WaitingPerson = {
  id: string;
  day: string;
  service_id: ServiceId;
  service_name: string;
  vehicle_type: VehicleType;
  name: string;
  email: string;
  phone: string;
  created_at: string;
  state: WaitingState;
  booking_id: string | null;
  offered: {
    id: string;
    time: string;
    expires_at: string;
    outcome: 'held' | 'taken' | 'declined' | 'withdrawn' | 'lapsed';
  }[];
};

export const waitingPeopleKey = ['waiting-people'] as const;

/** Who waits, by day, from a day on. */
export function waitingPeopleQuery(from: LocalDate) {
  return queryOptions({
    queryKey: [...waitingPeopleKey, from],
    queryFn: async ({ signal }) => {
      const rest = await ownRest();
      const answer: { data: unknown } = await rest
        .rpc('waiting_list_of_days', { from_day: from })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return answer.data as WaitingPerson[];
    },
    refetchInterval: 30_000,
  });
}

/** Throws with a code as message. */
export async function removeFromWaitingList(id: string): Promise<void> {
  const rest = await ownRest();
  await rest.rpc('remove_from_waiting_list', { target_waiting_id: id }).retry(false).throwOnError();
}

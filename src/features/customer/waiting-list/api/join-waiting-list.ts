import { joinedWaitingList } from '@contracts/waiting-list.ts';
import type { ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import type { WaitingInput } from '@domain/booking/waiting-list.ts';
import { callFunction } from '@/lib/call-function.ts';

export type WaitingRequest = WaitingInput & {
  serviceId: ServiceId;
  vehicleType: VehicleType;
  /** Ids. */
  addOns: readonly string[];
  /** Where the visit is to be, if the times depend on it. */
  postalCode: string | null;
  date: LocalDate;
  /** To texts about the place on the list. */
  textConsent: boolean;
};

/** Throws a BackendError; `day_has_times` when the day is not full after all. */
export async function joinWaitingList(request: WaitingRequest): Promise<void> {
  const { postalCode, textConsent, ...rest } = request;
  await callFunction(joinedWaitingList, {
    ...rest,
    ...(postalCode !== null && { postalCode }),
    ...(textConsent && { textConsent }),
  });
}

import type { ServiceId, VehicleType } from '@domain/catalogue.ts';
import type { LocalDate } from '@domain/schedule.ts';
import type { WaitingInput } from '@domain/waiting-list.ts';
import { callFunction } from '@/lib/backend.ts';

export type WaitingRequest = WaitingInput & {
  serviceId: ServiceId;
  vehicleType: VehicleType;
  date: LocalDate;
};

/** Throws a BackendError; `day_has_times` when the day is not full after all. */
export async function joinWaitingList(request: WaitingRequest): Promise<void> {
  await callFunction('join-waiting-list', request);
}

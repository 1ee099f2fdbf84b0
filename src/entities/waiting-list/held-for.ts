import type { SoldAddOn } from '@domain/booking/add-ons.ts';
import type { ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';

/** A time that is held for somebody on the waiting list, for whoever books it for them. */
export type HeldFor = {
  offerId: string;
  date: LocalDate;
  time: LocalTime;
  /** An instant. */
  heldUntil: string;
  serviceId: ServiceId;
  vehicleType: VehicleType;
  /** What they asked for besides; in the time that is held. */
  addOns?: readonly Pick<SoldAddOn, 'id' | 'minutes'>[] | null | undefined;
  name: string;
  email: string;
  phone: string;
};

/** Goes along with the way to the phone booking: no name or number stands in the address. */
export const heldForState = (heldFor: HeldFor): { heldFor: HeldFor } => ({ heldFor });

/** What came along, or null. */
export const readHeldFor = (state: unknown): HeldFor | null =>
  (state as { heldFor?: HeldFor } | null)?.heldFor ?? null;

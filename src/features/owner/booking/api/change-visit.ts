import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { visitChange, type OwnerBooking } from '@contracts/owner-booking.ts';
import { callFunction } from '@/lib/call-function.ts';

/** What a visit is to be sold; the agreed price is before tax, and null for the catalogue's. */
export type WantedWork = {
  serviceId: string;
  vehicleType: string;
  /** Ids. */
  addOns: readonly string[];
  agreedPriceCents: number | null;
};

/** What the owner saw, so that nothing is overwritten that another administrator changed meanwhile. */
const requestOf = (booking: OwnerBooking, { agreedPriceCents, ...work }: WantedWork) => ({
  bookingId: booking.id,
  ...work,
  ...(agreedPriceCents !== null && { agreedPriceCents }),
  seen: {
    serviceId: booking.service_id,
    vehicleType: booking.vehicle_type,
    addOns: (booking.add_ons ?? []).map(({ id }) => id),
    priceCents: booking.price_cents,
    totalCents: booking.total_cents,
  },
});

/** What a change would mean; nothing is changed. Null while the price is no amount. */
export const visitChangePreview = (booking: OwnerBooking, work: WantedWork | null) =>
  queryOptions({
    queryKey: ['visit-change', booking.id, work],
    queryFn: () =>
      callFunction(visitChange, {
        ...(work && requestOf(booking, work)),
        preview: true,
      }),
    enabled: work !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export type SentChange = { work: WantedWork; totalCents: number; anyway: boolean };

export const changeVisit = (booking: OwnerBooking, { work, ...sent }: SentChange) =>
  callFunction(visitChange, { ...requestOf(booking, work), ...sent });

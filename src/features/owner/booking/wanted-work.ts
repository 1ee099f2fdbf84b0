import { useState } from 'react';
import type { OwnerBooking, VisitChange } from '@contracts/owner-booking.ts';
import {
  findSoldService,
  findVehicleClass,
  vehicleName,
  visibleServices,
} from '@domain/booking/catalogue.ts';
import { mostAgreedCents } from '@domain/money/change-sale.ts';
import { formatCents } from '@domain/money/money.ts';
import { parseMoney } from '@domain/money/parse-money.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { useBusiness } from '@/lib/business.ts';
import type { WantedWork } from './api/change-visit.ts';

type Work = Omit<WantedWork, 'agreedPriceCents'>;

/** The work of a form, which begins with what the booking was sold. */
export function useWantedWork(booking: OwnerBooking) {
  const business = useBusiness();
  const [work, setWork] = useState<Work>(() => ({
    serviceId:
      booking.service_id ??
      (
        findSoldService(business, { service_id: '', service_name: booking.service_name }) ??
        visibleServices(business)[0]
      )?.id ??
      '',
    vehicleType: booking.vehicle_type,
    addOns: (booking.add_ons ?? []).map(({ id }) => id),
  }));
  const choose = (some: Partial<Work>) => setWork((was) => ({ ...was, ...some }));
  const isOffered = findVehicleClass(business, booking.vehicle_type) !== undefined;
  const chosen = {
    ...(!isOffered && {
      formerVehicle: {
        id: booking.vehicle_type,
        name: booking.vehicle_name ?? vehicleName(business, booking.vehicle_type),
      },
    }),
    service: { id: work.serviceId },
    vehicleType: work.vehicleType,
    addOns: work.addOns.map((id) => ({ id })),
    setServiceId: (serviceId: string) => choose({ serviceId }),
    setVehicleType: (vehicleType: string) => choose({ vehicleType }),
    setAddOns: (addOns: string[]) => choose({ addOns }),
  };
  return { work, chosen };
}

/** Null for an empty field: the catalogue's price. */
export const agreedPrice = (text: string): number | null =>
  text.trim() === '' ? null : parseMoney(text);

export function priceError(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const cents = parseMoney(text);
  if (cents === null) return 'Please enter dollars, for example 85 or 85.50.';
  if (cents === 0) return 'Please enter more than zero.';
  return cents > mostAgreedCents ? `Up to ${formatCents(mostAgreedCents)}.` : undefined;
}

/** Whether a change would leave the booking as it was sold. */
export function isUnchanged(booking: OwnerBooking, work: Work, to: VisitChange): boolean {
  const sold = (booking.add_ons ?? []).map(({ id }) => id);
  return (
    to.priceCents === booking.price_cents &&
    work.serviceId === booking.service_id &&
    work.vehicleType === booking.vehicle_type &&
    work.addOns.length === sold.length &&
    work.addOns.every((id) => sold.includes(id))
  );
}

/** When a visit of that length ends: "11:00 AM". */
export function visitEnd({ booking_time: time }: OwnerBooking, minutes: number): string {
  const [hours = 0, past = 0] = time.split(':').map(Number);
  const end = (hours * 60 + past + minutes) % (24 * 60);
  const two = (part: number) => String(part).padStart(2, '0');
  return formatTime(`${two(Math.floor(end / 60))}:${two(end % 60)}`);
}

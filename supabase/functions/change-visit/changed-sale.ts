import { sellAddOns, visibleAddOns, type SoldAddOn } from '../../../domain/booking/add-ons.ts';
import { priceFor, vehicleName, type Service } from '../../../domain/booking/catalogue.ts';
import { mostVisitMinutes } from '../../../domain/booking/offer-limits.ts';
import type { Business } from '../../../domain/business/business.ts';
import { changePrice } from '../../../domain/money/change-sale.ts';
import type { SoldBooking } from '../../contracts/owner-booking.ts';
import { requireService, requireVehicleClass } from '../_shared/bookings/offer.ts';
import { CodedError } from '../_shared/http/errors.ts';

/** What a visit is to be sold; `agreedPriceCents` replaces the catalogue's price. */
export type WantedSale = {
  serviceId: string;
  vehicleType: string;
  /** Ids. */
  addOns: readonly string[];
  agreedPriceCents?: number | undefined;
};

/**
 * The columns of a booking with another sale, by the catalogue of today. What stays the same keeps its name, also when
 * the catalogue has it no more; the same work keeps its minutes and its price. `listPriceCents` is the price without an
 * agreed one. Throws `invalid_input` at its field, `add_on_unavailable`, `visit_too_long`.
 */
export function changedSale(booking: SoldBooking, wanted: WantedSale, business: Business) {
  const work = changedWork(booking, wanted, business);
  const money = changePrice(booking, wanted.agreedPriceCents ?? work.listPriceCents);
  const { listPriceCents, ...columns } = work;
  return { listPriceCents, sale: { ...columns, ...money } };
}

function changedWork(booking: SoldBooking, wanted: WantedSale, business: Business) {
  const isSameService = wanted.serviceId === booking.service_id;
  const isSameClass = wanted.vehicleType === booking.vehicle_type;
  const sold = booking.add_ons ?? [];
  const isSameTime =
    isSameService &&
    sold.length === wanted.addOns.length &&
    sold.every(({ id }) => wanted.addOns.includes(id));
  const same = {
    service_id: booking.service_id,
    service_name: booking.service_name,
    vehicle_type: booking.vehicle_type,
    vehicle_name: booking.vehicle_name ?? null,
    add_ons: booking.add_ons ?? null,
    duration_minutes: booking.duration_minutes,
    listPriceCents: booking.price_cents,
  };
  if (isSameTime && isSameClass) return same;
  requireVehicleClass(business, wanted.vehicleType);
  const service = wantedService(wanted, isSameService, business);
  const addOns = wantedAddOns(sold, wanted, business);
  return {
    service_id: service.id,
    service_name: isSameService ? booking.service_name : service.name,
    vehicle_type: wanted.vehicleType,
    vehicle_name: isSameClass ? same.vehicle_name : vehicleName(business, wanted.vehicleType),
    add_ons: addOns.length > 0 ? addOns : null,
    duration_minutes: isSameTime ? booking.duration_minutes : minutesOf(service, addOns),
    listPriceCents: addOns.reduce(
      (sum, { priceCents }) => sum + priceCents,
      priceFor(service, wanted.vehicleType),
    ),
  };
}

/** A hidden service stays with a booking that has it. */
const wantedService = ({ serviceId }: WantedSale, isSame: boolean, business: Business): Service =>
  (isSame ? business.services.find(({ id }) => id === serviceId) : undefined) ??
  requireService(business, serviceId);

/** In the order shown; add-ons that the catalogue no longer shows stay with a booking that has them, as sold. */
function wantedAddOns(
  sold: readonly SoldAddOn[],
  { addOns: ids, vehicleType }: WantedSale,
  business: Business,
): SoldAddOn[] {
  const offered = sellAddOns(visibleAddOns(business), vehicleType);
  const kept = sold.filter(({ id }) => offered.every((one) => one.id !== id));
  const addOns = [...offered, ...kept].filter(({ id }) => ids.includes(id));
  if (addOns.length !== ids.length) throw new CodedError('add_on_unavailable');
  return addOns;
}

function minutesOf(service: Service, addOns: readonly SoldAddOn[]): number {
  const minutes = addOns.reduce((sum, one) => sum + one.minutes, service.durationMinutes);
  if (minutes > mostVisitMinutes) throw new CodedError('visit_too_long');
  return minutes;
}

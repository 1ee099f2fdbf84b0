import type { AddOn, Business, Service } from '../business/business.ts';
import { priceFor, type VehicleType } from './catalogue.ts';
import { mostVisitMinutes } from './offer-limits.ts';

export const visibleAddOns = ({ addOns }: Pick<Business, 'addOns'>): readonly AddOn[] =>
  addOns.filter(({ isVisible }) => isVisible);

/** The named add-ons that can be booked, each once and in the order shown. The others are left out. */
export const findAddOns = (
  business: Pick<Business, 'addOns'>,
  ids: readonly string[],
): readonly AddOn[] => visibleAddOns(business).filter(({ id }) => ids.includes(id));

/** How long a visit takes. */
export const bookedMinutes = (
  { durationMinutes }: Pick<Service, 'durationMinutes'>,
  addOns: readonly Pick<AddOn, 'minutes'>[],
): number => addOns.reduce((sum, { minutes }) => sum + minutes, durationMinutes);

/**
 * The add-ons of a visit in the order shown. Refuses an add-on that is unknown, hidden or named twice, and a visit of
 * more than twelve hours.
 */
export function checkAddOns(
  business: Pick<Business, 'addOns'>,
  service: Pick<Service, 'durationMinutes'>,
  ids: readonly string[],
):
  | { ok: true; addOns: readonly AddOn[] }
  | { ok: false; code: 'add_on_unavailable' | 'visit_too_long' } {
  const addOns = findAddOns(business, ids);
  if (addOns.length !== ids.length) return { ok: false, code: 'add_on_unavailable' };
  if (bookedMinutes(service, addOns) > mostVisitMinutes)
    return { ok: false, code: 'visit_too_long' };
  return { ok: true, addOns };
}

/** An add-on of a booking, as it was sold. */
export type SoldAddOn = { id: string; name: string; priceCents: number; minutes: number };

/** The add-ons with their prices for the vehicle class. Throws for a vehicle class that the catalogue doesn't have. */
export const sellAddOns = (addOns: readonly AddOn[], vehicleType: VehicleType): SoldAddOn[] =>
  addOns.map((one) => ({
    id: one.id,
    name: one.name,
    priceCents: priceFor(one, vehicleType),
    minutes: one.minutes,
  }));

/** What was sold, in words: "Basic Wash with Wax and Pet hair removal". */
export function soldName(
  serviceName: string,
  addOns: readonly Pick<SoldAddOn, 'name'>[] | null | undefined,
): string {
  const names = (addOns ?? []).map(({ name }) => name);
  const last = names.pop();
  if (last === undefined) return serviceName;
  return `${serviceName} with ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}`;
}

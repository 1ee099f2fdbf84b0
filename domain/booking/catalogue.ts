import type { AddOn, Business, Service, VehicleClass } from '../business/business.ts';

export type { AddOn, Service };

/** The id of a vehicle class of the business. */
export type VehicleType = string;

/** The id of a service of the business. */
export type ServiceId = string;

type Priced = { priceCents: Readonly<Record<VehicleType, number>> };

/** Throws for a vehicle class that the catalogue doesn't have. */
export function priceFor({ priceCents }: Priced, vehicleType: VehicleType): number {
  const cents = priceCents[vehicleType];
  if (cents === undefined) throw new RangeError(`No price for the vehicle class "${vehicleType}"`);
  return cents;
}

/** What can be booked, in the order shown. */
export const visibleServices = ({ services }: Pick<Business, 'services'>): readonly Service[] =>
  services.filter(({ isVisible }) => isVisible);

/** A service that can be booked. */
export const findService = (business: Pick<Business, 'services'>, id: string) =>
  visibleServices(business).find((service) => service.id === id);

/** The service of a booking, hidden or not. Its name may have changed since it was sold. */
export const findSoldService = (
  { services }: Pick<Business, 'services'>,
  { service_id: id, service_name: name }: { service_id: string; service_name: string },
) => services.find((service) => service.id === id) ?? services.find((one) => one.name === name);

export const findVehicleClass = (
  { vehicleClasses }: Pick<Business, 'vehicleClasses'>,
  id: unknown,
): VehicleClass | undefined => vehicleClasses.find((one) => one.id === id);

/** The vehicle class that was chosen, or the only one there is; undefined while the choice is open. */
export const chosenVehicleClass = (
  business: Pick<Business, 'vehicleClasses'>,
  id: unknown,
): VehicleClass | undefined => {
  const [first, ...others] = business.vehicleClasses;
  return findVehicleClass(business, id) ?? (others.length === 0 ? first : undefined);
};

/** The name of a vehicle class, or its id once the business has it no more. */
export const vehicleName = (business: Pick<Business, 'vehicleClasses'>, id: VehicleType): string =>
  findVehicleClass(business, id)?.name ?? id;

/** The lowest price of a service that can be booked. */
export const lowestPriceCents = (business: Pick<Business, 'services'>): number =>
  Math.min(...visibleServices(business).flatMap(({ priceCents }) => Object.values(priceCents)));

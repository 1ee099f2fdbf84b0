import type { FoundCaller } from '@contracts/customers.ts';
import { findAddOns } from '@domain/booking/add-ons.ts';
import { findService, findVehicleClass } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { formatPhone } from '@/lib/format-phone.ts';

type Visit = FoundCaller['visits'][number];

/** Differs per car, and per address. */
const carOf = (visit: Visit) =>
  `${visit.car_year} ${visit.car_model} ${visit.vehicle_type}`.toLowerCase();
const placeOf = (visit: Visit) =>
  `${visit.address} ${visit.city} ${visit.postal_code}`.toLowerCase();

const shownChoices = 4;

/** Each of a customer's cars as it last came, most recent first. */
export const carsOf = ({ visits }: FoundCaller): Visit[] => firstOfEach(visits, carOf);

/** Each of a customer's addresses, most recent first. */
export const placesOf = ({ visits }: FoundCaller): Visit[] => firstOfEach(visits, placeOf);

function firstOfEach(visits: readonly Visit[], keyOf: (visit: Visit) => string): Visit[] {
  const firsts = new Map<string, Visit>();
  for (const visit of visits) if (!firsts.has(keyOf(visit))) firsts.set(keyOf(visit), visit);
  return [...firsts.values()].slice(0, shownChoices);
}

export const carFields = (visit: Visit | undefined) => ({
  carModel: visit?.car_model ?? '',
  carYear: visit ? String(visit.car_year) : '',
});

export const placeFields = (visit: Visit | undefined) => ({
  address: visit?.address ?? '',
  city: visit?.city ?? '',
  province: visit?.province ?? 'ON',
  postalCode: visit?.postal_code ?? '',
});

/** The form with all that is known of a customer: as on their most recent visit. */
export const fieldsOf = (caller: FoundCaller): Partial<DetailsInput> => ({
  name: caller.name,
  email: caller.email ?? '',
  phone: formatPhone(caller.phone),
  ...carFields(caller.visits[0]),
  ...placeFields(caller.visits[0]),
});

/** The service, the add-ons and the size of their most recent visit, as far as they are still offered. */
export function workOf({ visits: [latest] }: FoundCaller, business: Business) {
  return {
    addOns: findAddOns(business, latest?.add_ons?.map(({ id }) => id) ?? []).map(({ id }) => id),
    service: latest && findService(business, latest.service_id),
    vehicleType: findVehicleClass(business, latest?.vehicle_type)?.id,
  };
}

import type { VehicleType } from './catalogue.ts';

/** A car of a former booking. */
type KnownCar = { model: string; year: number; vehicleType: VehicleType };

/** An address of a former booking. */
type KnownAddress = { address: string; city: string; province: string; postalCode: string };

/** Who a former booking was for. */
type KnownContact = { name: string; phone: string };

export type KnownBooking = { car: KnownCar; address: KnownAddress; contact: KnownContact };

const most = 3;

/**
 * The cars and addresses of bookings, each once, in the order of the bookings: at most three of each. The contact is
 * the first booking's.
 */
export function knownChoices(bookings: readonly KnownBooking[]) {
  return {
    cars: distinct(bookings.map(({ car }) => car)),
    addresses: distinct(bookings.map(({ address }) => address)),
    contact: bookings[0]?.contact,
  };
}

function distinct<One extends object>(all: One[]): One[] {
  const seen = new Set<string>();
  return all
    .filter((one) => {
      const written = Object.values(one).join(' ').toLowerCase();
      const isNew = !seen.has(written);
      seen.add(written);
      return isNew;
    })
    .slice(0, most);
}

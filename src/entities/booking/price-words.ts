import type { VehicleType } from '@domain/booking/catalogue.ts';
import { priceFor } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';

/** The price for a vehicle class; the least one while none is chosen: "from $65.00". */
export function priceWords(
  priced: Parameters<typeof priceFor>[0],
  vehicleType: VehicleType,
): string {
  if (vehicleType !== '') return formatCents(priceFor(priced, vehicleType));
  const all = Object.values(priced.priceCents);
  const least = formatCents(Math.min(...all));
  return new Set(all).size > 1 ? `from ${least}` : least;
}

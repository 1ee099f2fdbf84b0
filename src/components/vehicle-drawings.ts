import type { VehicleType } from '@domain/booking/catalogue.ts';
import sedan from '@/assets/vehicles/sedan.svg?no-inline';
import suv from '@/assets/vehicles/suv.svg?no-inline';

/** The drawn vehicles by their addresses, 1020 by 450, made for a dark ground. */
export const drawings = [
  { name: 'sedan', address: sedan },
  { name: 'suv', address: suv },
] as const;

/** The drawing of a vehicle class: its own, or that of the large one. */
export const drawingOf = (vehicleType: VehicleType) =>
  drawings.find(({ name }) => name === vehicleType) ?? drawings[1];

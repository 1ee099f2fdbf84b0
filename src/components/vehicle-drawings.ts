import type { VehicleType } from '@domain/booking/catalogue.ts';
import sedan from '@/assets/vehicles/sedan.svg?no-inline';
import suv from '@/assets/vehicles/suv.svg?no-inline';

/** The addresses of the drawn vehicles, 1020 by 450, made for a dark ground. */
export const vehicleDrawings: Record<VehicleType, string> = { sedan, suv };

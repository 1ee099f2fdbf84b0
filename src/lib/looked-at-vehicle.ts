import type { VehicleType } from '@domain/booking/catalogue.ts';

let vehicle: VehicleType = '';

/** The vehicle class whose prices the visitor looked at last, until the page is loaded again; '' for none. */
export const lookedAtVehicle = (): VehicleType => vehicle;

export const lookAtVehicle = (chosen: VehicleType): void => {
  vehicle = chosen;
};

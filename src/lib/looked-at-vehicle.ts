import type { VehicleType } from '@domain/booking/catalogue.ts';

const key = 'looked-at-vehicle';
const listeners = new Set<() => void>();
let vehicle: VehicleType | null = null;

/** The vehicle class whose prices the visitor looked at last in this tab; '' for none. */
export function lookedAtVehicle(): VehicleType {
  try {
    vehicle ??= sessionStorage.getItem(key) ?? '';
  } catch {
    vehicle = '';
  }
  return vehicle;
}

export function lookAtVehicle(chosen: VehicleType): void {
  vehicle = chosen;
  try {
    sessionStorage.setItem(key, chosen);
  } catch {
    // Without storage it is known until the page is loaded again.
  }
  for (const listener of listeners) listener();
}

export function onVehicleLookedAt(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

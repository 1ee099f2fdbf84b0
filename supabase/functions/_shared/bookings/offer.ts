import {
  findService,
  findVehicleClass,
  type Service,
} from '../../../../domain/booking/catalogue.ts';
import type { Business } from '../../../../domain/business/business.ts';
import { CodedError } from '../http/errors.ts';

/** The service that a request names. Throws `invalid_input` at its field. */
export function requireService(business: Business, serviceId: string): Service {
  const service = findService(business, serviceId);
  if (service) return service;
  throw new CodedError('invalid_input', { fields: { serviceId: 'Please choose a service.' } });
}

/** Throws `invalid_input` at its field unless the business has the vehicle class that a request names. */
export function requireVehicleClass(business: Business, vehicleType: string): void {
  if (findVehicleClass(business, vehicleType)) return;
  throw new CodedError('invalid_input', { fields: { vehicleType: 'Please choose a vehicle.' } });
}

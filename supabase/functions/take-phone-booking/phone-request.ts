import { z } from 'zod';
import { findService, vehicleTypes, type Service } from '../../../domain/booking/catalogue.ts';
import {
  emptyDetails,
  validatePhoneDetails,
  type DetailsInput,
  type PhoneDetails,
} from '../../../domain/booking/details.ts';
import { localToday } from '../../../domain/time/schedule.ts';
import { typed } from '../_shared/bookings/typed.ts';
import { bookingId } from '../_shared/http/booking-id.ts';
import { CodedError } from '../_shared/http/errors.ts';

export const phoneRequestShape = z.object({
  bookingId,
  serviceId: z.string().max(50),
  vehicleType: z.enum(vehicleTypes),
  bookingDate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  bookingTime: z.string().regex(/^\d{2}:\d{2}$/),
  /** The time is a waiting-list offer to this customer. */
  offerId: z.guid().optional(),
  details: z.object(
    Object.fromEntries(Object.keys(emptyDetails).map((name) => [name, typed])) as Record<
      keyof DetailsInput,
      typeof typed
    >,
  ),
});

export type PhoneRequest = Omit<z.infer<typeof phoneRequestShape>, 'serviceId' | 'details'> & {
  service: Service;
  details: PhoneDetails;
};

/** Throws `invalid_input` with a sentence for each field of the form. */
export function checkPhoneRequest(
  { serviceId, details, ...rest }: z.infer<typeof phoneRequestShape>,
  now: Date,
): PhoneRequest {
  const service = findService(serviceId);
  if (!service) {
    throw new CodedError('invalid_input', { fields: { serviceId: 'Please choose a service.' } });
  }
  const currentYear = Number(localToday(now.getTime()).slice(0, 4));
  // A tip is given after the work.
  const checked = validatePhoneDetails({ ...details, tip: '' }, { currentYear });
  if (!checked.ok) throw new CodedError('invalid_input', { fields: checked.fields });
  return { ...rest, service, details: checked.value };
}

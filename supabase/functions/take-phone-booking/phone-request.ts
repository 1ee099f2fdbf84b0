import { z } from 'zod';
import { type AddOn, type Service } from '../../../domain/booking/catalogue.ts';
import type { Business, Coupon } from '../../../domain/business/business.ts';
import { findCoupon } from '../../../domain/money/typed-coupon.ts';
import {
  emptyDetails,
  validatePhoneDetails,
  type DetailsInput,
  type PhoneDetails,
} from '../../../domain/booking/details.ts';
import { nothingMore } from '../../../domain/booking/more-fields.ts';
import { localToday } from '../../../domain/time/schedule.ts';
import { addOnIds, requireAddOns } from '../_shared/bookings/add-ons.ts';
import { requireService, requireVehicleClass } from '../_shared/bookings/offer.ts';
import { typed, typedText } from '../_shared/bookings/typed.ts';
import { bookingId } from '../_shared/http/booking-id.ts';
import { CodedError } from '../_shared/http/errors.ts';

export const phoneRequestShape = z.object({
  bookingId,
  serviceId: z.string().max(50),
  vehicleType: z.string().max(40),
  addOns: addOnIds,
  bookingDate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  bookingTime: z.string().regex(/^\d{2}:\d{2}$/),
  /** The time is a waiting-list offer to this customer. */
  offerId: z.guid().optional(),
  /** The customer agreed on the phone to text messages about this appointment. */
  textConsent: z.boolean().optional(),
  /** Any start ahead, also one that the opening rules do not offer. */
  anyway: z.boolean().optional(),
  details: z.object(
    Object.fromEntries(
      Object.keys(emptyDetails).map((name) => [name, name in nothingMore ? typedText : typed]),
    ) as Record<keyof DetailsInput, typeof typed>,
  ),
});

export type PhoneRequest = Omit<
  z.infer<typeof phoneRequestShape>,
  'serviceId' | 'addOns' | 'details'
> & {
  service: Service;
  addOns: readonly AddOn[];
  coupon: Coupon | null;
  details: PhoneDetails;
};

/** Throws `invalid_input` with a sentence for each field of the form, `add_on_unavailable` or `visit_too_long`. */
export function checkPhoneRequest(
  { serviceId, addOns: ids, details, ...rest }: z.infer<typeof phoneRequestShape>,
  business: Business,
  now: Date,
): PhoneRequest {
  const service = requireService(business, serviceId);
  requireVehicleClass(business, rest.vehicleType);
  const today = localToday(now.getTime());
  // A tip is given after the work.
  const checked = validatePhoneDetails(
    { ...details, tip: '' },
    {
      currentYear: Number(today.slice(0, 4)),
      isCoupon: (code) => findCoupon(business, code, today) !== null,
    },
  );
  if (!checked.ok) throw new CodedError('invalid_input', { fields: checked.fields });
  const coupon = findCoupon(business, checked.value.couponCode ?? '', today);
  const addOns = requireAddOns(business, service, ids);
  return { ...rest, service, addOns, coupon, details: checked.value };
}

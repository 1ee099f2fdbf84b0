import { z } from 'zod';
import { addOnIds, bookingId } from '../../contracts/booking-input.ts';
import { mostAgreedCents } from '../../../domain/money/change-sale.ts';
import {
  changedVisit,
  soldBooking,
  visitChange,
  type SoldBooking,
} from '../../contracts/owner-booking.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer } from '../_shared/http/http.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import { rpc } from '../_shared/http/rpc-answer.ts';
import { closeOpenPayments } from '../_shared/payments/close-open-payments.ts';
import { changedSale } from './changed-sale.ts';

const work = {
  serviceId: z.string().max(60),
  vehicleType: z.string().max(40),
  addOns: addOnIds,
};
const cents = z.int32('Please enter whole cents.');

const wanted = z.object({
  bookingId,
  ...work,
  /** Before tax; replaces the catalogue's price. */
  agreedPriceCents: cents.min(1).max(mostAgreedCents).optional(),
  /** What the owner saw of the booking. */
  seen: z.object({ ...work, priceCents: cents, totalCents: cents }),
});

export const changeVisitRequest = z.union([
  wanted.extend({ preview: z.literal(true) }),
  wanted.extend({
    preview: z.literal(false).optional(),
    /** The total that the preview answered. */
    totalCents: cents,
    /** Also outside the opening hours. */
    anyway: z.boolean().optional(),
  }),
]);

type Body = z.infer<typeof changeVisitRequest>;

/** Changes what a confirmed booking was sold, at any time before or after the visit. */
export const changeVisitHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(deps, changeVisitRequest, async (body, { id: adminId }) => {
    const booking = await rpc(deps.rest, soldBooking, { target_booking_id: body.bookingId });
    if (!booking) throw new CodedError('booking_not_found');
    const { sale, listPriceCents } = changedSale(booking, body, await readBusiness(deps.rest));
    const isPreview = body.preview === true;
    if (!isPreview) {
      if (body.totalCents !== sale.total_cents) throw new CodedError('business_changed');
      await closePayments(deps, booking, sale.total_cents);
    }
    const changed = await rpc(deps.rest, changedVisit, {
      target_booking_id: booking.id,
      seen: seenColumns(body),
      sale,
      anyway: body.preview !== true && body.anyway === true,
      acting_admin: adminId,
      only_preview: isPreview,
    });
    if (!isPreview) deps.wakeWorkers();
    return answer(visitChange, {
      listPriceCents,
      priceCents: sale.price_cents,
      discountCents: sale.discount_cents,
      taxCents: sale.tax_cents,
      totalCents: sale.total_cents,
      durationMinutes: sale.duration_minutes,
      dueCents: changed.due_on_site_cents,
      overpaidCents: changed.overpaid_cents,
      problem: changed.problem,
      overlaps: changed.overlaps ?? false,
      bookingStatus: changed.status,
      notified: changed.notified,
    });
  });

/** An open payment of another amount must not be paid any more; one that has succeeded counts. */
async function closePayments(deps: FunctionDeps, booking: SoldBooking, totalCents: number) {
  if (totalCents !== booking.total_cents) await closeOpenPayments(deps, booking);
}

const seenColumns = ({ seen }: Body) => ({
  service_id: seen.serviceId,
  vehicle_type: seen.vehicleType,
  add_ons: seen.addOns,
  price_cents: seen.priceCents,
  total_cents: seen.totalCents,
});

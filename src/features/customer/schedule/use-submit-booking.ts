import { useRef, useState } from 'react';
import { navigate } from '@/lib/location.tsx';
import { normaliseCoupon } from '@domain/money/typed-coupon.ts';
import type { WebsiteBookingInput } from '@contracts/booking-input.ts';
import { paths } from '@/config/paths.ts';
import { BackendError, noAnswer } from '@/lib/backend.ts';
import { useNetworkBack } from '@/lib/use-network-back.ts';
import { forgetHold, ownHoldId, rememberHold } from '@/entities/booking/booking-session.ts';
import { whenBooked } from '@/entities/booking-photo/when-booked.ts';
import { sortFields } from '@/entities/booking/server-fields.ts';
import { createBooking } from './api/create-booking.ts';
import type { DetailsForm } from './use-details-form.ts';

const timeIsGone = new Set(['slot_taken', 'time_not_offered', 'time_in_past', 'date_too_far']);

/** The coupon is not for this customer, whatever they correct: it is removed, so that no price counts on it again. */
const neverForThem = new Set(['coupon_first_visit', 'coupon_used']);

type Refusals = {
  onTimeLost: (request: WebsiteBookingInput) => void;
  onCouponRefused: (code: string) => void;
  /** The server serves fewer places than this page knew. */
  onOutsideArea: () => void;
};

/** Creates the booking and goes on to the checkout, or puts every refusal where it can be mended. */
export function useSubmitBooking(refusals: Refusals) {
  const { onTimeLost, onCouponRefused, onOutsideArea } = refusals;
  // A ref, because a second click can come before the first one has been rendered.
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useNetworkBack(() => setFailure((shown) => (shown === noAnswer ? null : shown)));

  const showRefusal = (error: unknown, request: WebsiteBookingInput, form: DetailsForm) => {
    const refusal = error instanceof BackendError ? error : null;
    if (refusal && timeIsGone.has(refusal.code)) {
      onTimeLost(request);
      return;
    }
    // After the warning the customer may book another visit.
    if (refusal?.code === 'replaced_is_paid') forgetHold();
    if (refusal?.code === 'outside_service_area') onOutsideArea();
    const { form: fields, others } = sortFields(refusal?.fields ?? {});
    if (refusal && neverForThem.has(refusal.code)) form.setValue('couponCode', '');
    for (const [name, message] of fields) {
      form.setError(name, { type: refusal?.code ?? 'server', message });
    }
    if (fields.some(([name]) => name === 'couponCode')) {
      onCouponRefused(normaliseCoupon(request.couponCode ?? ''));
    }
    const [first] = fields;
    if (first) form.setFocus(first[0]);
    if (others.length > 0) setFailure(others.join(' '));
    else if (!first)
      setFailure(refusal?.message ?? 'Something went wrong. Please try again in a moment.');
  };

  /** `shownNearbyCents` is the nearby discount that the customer saw with the time. */
  const submit = async (
    request: WebsiteBookingInput,
    form: DetailsForm,
    shownNearbyCents: number,
  ) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      const replaces = ownHoldId();
      const { bookingId, checkout } = await createBooking(request);
      rememberHold(bookingId);
      whenBooked({ bookingId, email: request.customerInfo.email ?? null }, { replaces });
      // Stays busy: this screen is on its way out, and the booking is made.
      // The other visit may have been cancelled after its mark was shown.
      const lostDiscount = shownNearbyCents > 0 && !checkout.nearbyDiscount ? shownNearbyCents : 0;
      navigate(paths.checkout, { state: { ...checkout, ...(lostDiscount && { lostDiscount }) } });
    } catch (error) {
      isSending.current = false;
      setIsBusy(false);
      showRefusal(error, request, form);
    }
  };

  /** `failure` is what was refused and is about no field. */
  return { submit, isBusy, failure };
}

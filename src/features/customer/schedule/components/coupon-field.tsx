import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { DetailsInput } from '@domain/booking/details.ts';
import type { Business } from '@domain/business/business.ts';
import { advertisedCoupon, discountInWords, isCouponValidOn } from '@domain/money/coupon.ts';
import { normaliseCoupon } from '@domain/money/typed-coupon.ts';
import { formatShortCents } from '@domain/money/money.ts';
import { localToday } from '@domain/time/local-day.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { HeldElsewhereNotice } from '@/entities/booking/held-booking-notice.tsx';
import { useBusiness } from '@/lib/business.ts';
import { checkCoupon, type CouponAnswer } from '@/entities/booking/coupon-offer.ts';
import { useSession } from '@/lib/session.ts';

type CouponFieldProps = {
  /** What the typed code takes off, 0 when it takes nothing off. */
  savingCents: number;
  onAnswer: (code: string, answer: CouponAnswer) => void;
};

/** Apply asks the server and shows its answer here and in the price. */
export function CouponField({ savingCents, onAnswer }: CouponFieldProps) {
  const business = useBusiness();
  const { register, control, setError, clearErrors, getValues, formState } =
    useFormContext<DetailsInput>();
  const [unanswered, setUnanswered] = useState('');
  const code = normaliseCoupon(useWatch({ control, name: 'couponCode' }));
  const isLeftToBooking = savingCents === 0 && code !== '' && code === unanswered;
  // Only with the booking is it said to a guest: otherwise anybody could find out who is a customer.
  const isGuest = useSession().status !== 'signed-in';
  const isUnproved =
    isGuest && business.coupons.find((one) => one.code === code)?.isFirstVisitOnly === true;
  const { message: error, type: refusal } = formState.errors.couponCode ?? {};
  const showError = (message: string, shouldFocus = true) =>
    setError('couponCode', { type: 'server', message }, { shouldFocus });

  const apply = async ({ isPressed } = { isPressed: true }) => {
    if (code === '') {
      showError('Please enter a coupon code first.');
      return;
    }
    clearErrors('couponCode');
    const answer = await checkCoupon(code).catch(() => null);
    // The answer to a code that has since been changed.
    if (normaliseCoupon(getValues('couponCode')) !== code) return;
    setUnanswered(answer === null ? code : '');
    if (answer === null) return;
    onAnswer(code, answer);
    if ('refusal' in answer) showError(answer.refusal, isPressed);
  };

  // The code of a kept draft: its discount may have changed since.
  const checkKept = useEffectEvent(() => {
    if (code !== '') void apply({ isPressed: false });
  });
  useEffect(() => {
    const timer = setTimeout(checkKept);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div>
      <Field label="Coupon Code" error={error} hint={error ? undefined : couponHint(business)}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onKeyDown={(event) => {
                // Enter asks for this code, it does not send the form.
                if (event.key !== 'Enter') return;
                event.preventDefault();
                void apply();
              }}
              {...register('couponCode')}
            />
            <Button variant="secondary" onClick={() => void apply()}>
              Apply
            </Button>
          </div>
        )}
      </Field>
      <p
        role="status"
        className={`mt-2 text-sm font-semibold ${isLeftToBooking ? 'text-ink-soft' : 'text-success'}`}
      >
        {!error && savingCents > 0 && `${formatShortCents(savingCents)} off applied`}
        {!error && isLeftToBooking && 'We check this code when you continue.'}
      </p>
      {!error && savingCents > 0 && isUnproved && (
        <p className="mt-1 text-sm text-ink-soft">
          For a first visit only. We check this when you continue.
        </p>
      )}
      {refusal === 'coupon_held' && <HeldElsewhereNotice className="mt-4" />}
    </div>
  );
}

function couponHint(business: Business): string | undefined {
  const coupon = advertisedCoupon(business);
  if (!coupon || !isCouponValidOn(coupon, localToday(Date.now()))) return undefined;
  const first = coupon.isFirstVisitOnly ? 'First visit? ' : '';
  return `${first}${coupon.code} takes ${discountInWords(coupon)} off.`;
}

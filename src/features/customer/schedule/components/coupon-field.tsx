import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { DetailsInput } from '@domain/booking/details.ts';
import type { Business } from '@domain/business/business.ts';
import {
  advertisedCoupon,
  discountInWords,
  isCouponValidOn,
  normaliseCoupon,
} from '@domain/money/coupon.ts';
import { formatShortCents } from '@domain/money/money.ts';
import { localToday } from '@domain/time/local-day.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { useBusiness } from '@/lib/business.ts';
import { useSession } from '@/lib/session.ts';
import { getCouponRefusal } from '../api/coupon-refusal.ts';

type CouponFieldProps = {
  /** What the typed code takes off, 0 when it takes nothing off. */
  savingCents: number;
  onRefused: (code: string) => void;
};

/**
 * A signed-in customer hears at once why they may not use a coupon. For a guest the server checks it with the booking:
 * otherwise anybody could find out whose email address is a customer's.
 */
export function CouponField({ savingCents, onRefused }: CouponFieldProps) {
  const business = useBusiness();
  const isSignedIn = useSession().status === 'signed-in';
  const { register, control, setError, clearErrors, getValues, formState } =
    useFormContext<DetailsInput>();
  const [asked, setAsked] = useState('');
  const code = normaliseCoupon(useWatch({ control, name: 'couponCode' }));
  const isLeftToServer = savingCents === 0 && code !== '' && code === asked;
  const error = formState.errors.couponCode?.message;

  const check = async () => {
    // Without an answer the server says it with the booking.
    const refusal = await getCouponRefusal(code).catch(() => null);
    if (refusal === null || normaliseCoupon(getValues('couponCode')) !== code) return;
    onRefused(code);
    setError('couponCode', { type: 'server', message: refusal }, { shouldFocus: true });
  };

  const apply = () => {
    if (getValues('couponCode').trim() === '') {
      setError(
        'couponCode',
        { message: 'Please enter a coupon code first.' },
        { shouldFocus: true },
      );
      return;
    }
    const message = whyNotToday(business, code);
    if (message) {
      setError('couponCode', { message }, { shouldFocus: true });
      return;
    }
    clearErrors('couponCode');
    setAsked(code);
    if (isSignedIn) void check();
  };

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
                apply();
              }}
              {...register('couponCode')}
            />
            <Button variant="secondary" onClick={apply}>
              Apply
            </Button>
          </div>
        )}
      </Field>
      <p
        role="status"
        className={`mt-2 text-sm font-semibold ${isLeftToServer ? 'text-ink-soft' : 'text-success'}`}
      >
        {!error && savingCents > 0 && `${formatShortCents(savingCents)} off applied`}
        {!error && isLeftToServer && 'We check this code when you continue.'}
      </p>
    </div>
  );
}

/** Why the advertised coupon counts on another day only; other coupons are known to the server alone. */
function whyNotToday({ coupons }: Business, code: string): string | null {
  const coupon = coupons.find((one) => one.code === code);
  const today = localToday(Date.now());
  if (!coupon || isCouponValidOn(coupon, today)) return null;
  const { validFrom } = coupon;
  return validFrom && today < validFrom
    ? `This coupon is valid from ${formatDate(validFrom)}.`
    : 'This coupon has ended.';
}

function couponHint(business: Business): string | undefined {
  const coupon = advertisedCoupon(business);
  if (!coupon || !isCouponValidOn(coupon, localToday(Date.now()))) return undefined;
  const first = coupon.isFirstVisitOnly ? 'First visit? ' : '';
  return `${first}${coupon.code} takes ${discountInWords(coupon)} off.`;
}

import { useFormContext } from 'react-hook-form';
import { business } from '@domain/business.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { shortAmount } from '../price-lines.ts';

/** `savingCents` is what the typed code takes off, 0 when it takes nothing off. */
export function CouponField({ savingCents }: { savingCents: number }) {
  const { register, trigger, setError, getValues, formState } = useFormContext<DetailsInput>();
  const error = formState.errors.couponCode?.message;

  const apply = () => {
    if (getValues('couponCode').trim() === '') {
      setError(
        'couponCode',
        { message: 'Please enter a coupon code first.' },
        { shouldFocus: true },
      );
    } else if (savingCents === 0 && !error) {
      void trigger('couponCode', { shouldFocus: true });
    }
  };

  return (
    <div>
      <Field label="Coupon Code" error={error} hint={couponHint()}>
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
      <p role="status" className="mt-2 text-sm font-semibold text-success">
        {savingCents > 0 && !error ? `${shortAmount(savingCents)} off applied` : ''}
      </p>
    </div>
  );
}

function couponHint(): string {
  const { code, amountCents } = business.firstTimeCoupon;
  return `First visit? ${code} takes ${shortAmount(amountCents)} off.`;
}

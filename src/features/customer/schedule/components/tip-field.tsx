import { useFormContext } from 'react-hook-form';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { DetailsField } from '@/entities/booking/details-fields.tsx';
import { formatShortCents } from '@domain/money/money.ts';

/** A tip in dollars, typed or picked. */
export function TipField({ tipCents }: { tipCents: number }) {
  const { setValue, clearErrors } = useFormContext<DetailsInput>();
  return (
    <div>
      <DetailsField
        name="tip"
        label="Tip"
        inputMode="decimal"
        placeholder="0.00"
        required={false}
        hint="In dollars. All of it goes to your detailer."
      />
      <div role="group" aria-label="Suggested amounts" className="mt-3 flex flex-wrap gap-2">
        {fixedTerms.tip.suggestionsCents.map((cents) => (
          <button
            key={cents}
            type="button"
            aria-pressed={cents === tipCents}
            className="chip"
            onClick={() => {
              const next = cents === tipCents ? '' : String(cents / 100);
              setValue('tip', next, { shouldDirty: true });
              clearErrors('tip');
            }}
          >
            {formatShortCents(cents)}
          </button>
        ))}
      </div>
    </div>
  );
}

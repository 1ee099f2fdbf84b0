import { useFormContext } from 'react-hook-form';
import type { InstalmentProvider } from '@domain/business/fixed-terms.ts';
import { InstalmentLogo } from '@/components/instalment-logos.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import type { CardInput } from './card-form.ts';

/** By card, or in instalments with one of the providers. */
export function MethodChoice({ providers }: { providers: readonly InstalmentProvider[] }) {
  const { register } = useFormContext<CardInput>();
  const methods = [{ method: 'card', name: 'Card' }, ...providers];
  return (
    <fieldset>
      <legend className="mb-5 heading-3">Payment method</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3">
        {methods.map(({ method, name }) => (
          <RadioCard
            key={method}
            value={method}
            label={
              <span className="flex items-center gap-2">
                <InstalmentLogo method={method} className="size-5" />
                {name}
              </span>
            }
            {...register('method')}
          />
        ))}
      </div>
    </fieldset>
  );
}

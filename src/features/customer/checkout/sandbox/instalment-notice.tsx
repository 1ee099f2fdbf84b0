import { instalmentProvider } from '@domain/money/instalments.ts';
import { CardField } from './card-field.tsx';

/** What happens next with a provider, and in whose name. */
export function InstalmentNotice({ method }: { method: string }) {
  const name = instalmentProvider(method)?.name ?? 'the provider';
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-5 heading-3">{name}</legend>
      <p>
        You approve the payment on {name}’s page, then come back here. Your time stays held
        meanwhile.
      </p>
      <CardField name="nameOnCard" label="Full name" autoComplete="name" />
    </fieldset>
  );
}

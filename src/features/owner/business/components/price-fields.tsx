import type { Business } from '@domain/business/business.ts';
import { TextField } from '@/components/ui/field.tsx';
import { centsOf, dollars } from '../typed-values.ts';

/** Typed prices by vehicle class. */
export type TypedPrices = Readonly<Record<string, string>>;

type Prices = Readonly<Record<string, number>>;

export const typedPrices = ({ vehicleClasses }: Business, priceCents: Prices): TypedPrices =>
  Object.fromEntries(
    vehicleClasses.map(({ id }) => {
      const cents = priceCents[id];
      return [id, cents === undefined ? '' : dollars(cents)];
    }),
  );

/** A price that is left blank is none, and no rule accepts it. */
export const pricesOf = (typed: TypedPrices): Prices =>
  Object.fromEntries(
    Object.entries(typed).map(([id, text]) => [id, text.trim() === '' ? NaN : centsOf(text)]),
  );

type PriceFieldsProps = {
  business: Business;
  typed: TypedPrices;
  problems: Readonly<Record<string, string>>;
  hint?: string;
  onChange: (typed: TypedPrices) => void;
};

/** A price for each vehicle class, in dollars. */
export const PriceFields = ({ business, typed, problems, hint, onChange }: PriceFieldsProps) => (
  <fieldset>
    <legend className="mb-3 font-semibold">Price in dollars, before tax</legend>
    {hint && <p className="-mt-2 mb-3 text-sm text-ink-soft">{hint}</p>}
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {business.vehicleClasses.map(({ id, name }) => (
        <TextField
          key={id}
          label={name}
          required
          inputMode="decimal"
          autoComplete="off"
          value={typed[id] ?? ''}
          error={problems[`priceCents.${id}`]}
          onChange={(event) => onChange({ ...typed, [id]: event.target.value })}
        />
      ))}
    </div>
  </fieldset>
);

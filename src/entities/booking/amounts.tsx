import type { SoldAddOn } from '@domain/booking/add-ons.ts';
import { formatCents } from '@domain/money/money.ts';
import type { Quote, TaxLine } from '@domain/money/pricing.ts';
import { taxOnSite } from '@domain/money/sold-taxes.ts';

type AmountsProps = {
  /** What the price without add-ons is for. */
  label: string;
  /** Part of the price. */
  addOns?: readonly Pick<SoldAddOn, 'id' | 'name' | 'priceCents'>[] | undefined;
  price: Pick<
    Quote,
    | 'priceCents'
    | 'discountCents'
    | 'nearbyDiscountCents'
    | 'tipCents'
    | 'totalCents'
    | 'dueNowCents'
    | 'dueOnSiteCents'
  > & { taxLines: readonly Pick<TaxLine, 'label' | 'cents'>[] };
  /** The code that brought the discount. */
  couponCode: string | null;
  className: string;
};

/** How a total comes about, line by line, and what is due when. Lines without an amount are left out. */
export function Amounts({ label, addOns = [], price, couponCode, className }: AmountsProps) {
  const addOnsCents = addOns.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return (
    <dl className={`${className} grid gap-3 border-t border-ivory/20 pt-6 tabular-nums`}>
      <Amount label={label} cents={price.priceCents - addOnsCents} />
      {addOns.map(({ id, name, priceCents }) => (
        <Amount key={id} label={name} cents={priceCents} />
      ))}
      {price.discountCents > 0 && (
        <Amount
          label={couponCode ? `Coupon ${couponCode}` : 'Discount'}
          sign="−"
          cents={price.discountCents}
        />
      )}
      {price.nearbyDiscountCents > 0 && (
        <Amount label="Nearby discount" sign="−" cents={price.nearbyDiscountCents} />
      )}
      {price.taxLines.map((tax) => (
        <Amount key={tax.label} label={tax.label} cents={tax.cents} />
      ))}
      {price.tipCents > 0 && <Amount label="Tip" cents={price.tipCents} />}
      <Amount
        label="Total"
        cents={price.totalCents}
        className="border-t border-ivory/20 pt-4 text-xl font-semibold"
      />
      <Amount label="Due now" cents={price.dueNowCents} className="font-semibold text-citrine" />
      <Amount
        label="Due on site"
        cents={price.dueOnSiteCents}
        note={price.dueOnSiteCents > 0 ? taxOnSite(price.taxLines) : undefined}
      />
    </dl>
  );
}

type AmountProps = {
  label: string;
  sign?: string;
  cents: number;
  /** Under the amount. */
  note?: string | undefined;
  className?: string;
};

function Amount({ label, sign = '', cents, note, className = '' }: AmountProps) {
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <dt>{label}</dt>
      <dd data-amount="" className="whitespace-nowrap">
        {sign}
        {formatCents(cents)}
      </dd>
      {note && <dd className="basis-full text-sm text-mist">{note}</dd>}
    </div>
  );
}

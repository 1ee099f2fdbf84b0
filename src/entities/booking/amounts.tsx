import { business } from '@domain/business.ts';
import { formatCents } from '@domain/money/money.ts';
import type { Quote } from '@domain/money/pricing.ts';

type AmountsProps = {
  /** What the price is for. */
  label: string;
  price: Omit<Quote, 'subtotalCents' | 'depositCents'>;
  className: string;
};

/** How a total comes about, line by line, and what is due when. Lines without an amount are left out. */
export function Amounts({ label, price, className }: AmountsProps) {
  return (
    <dl className={`${className} grid gap-3 border-t border-ivory/20 pt-6 tabular-nums`}>
      <Amount label={label} cents={price.priceCents} />
      {price.discountCents > 0 && (
        <Amount
          label={`Coupon ${business.firstTimeCoupon.code}`}
          sign="−"
          cents={price.discountCents}
        />
      )}
      {price.taxCents > 0 && <Amount label={business.tax.label} cents={price.taxCents} />}
      {price.tipCents > 0 && <Amount label="Tip" cents={price.tipCents} />}
      <Amount
        label="Total"
        cents={price.totalCents}
        className="border-t border-ivory/20 pt-4 text-xl font-semibold"
      />
      <Amount label="Due now" cents={price.dueNowCents} className="font-semibold text-citrine" />
      <Amount label="Due on site" cents={price.dueOnSiteCents} />
    </dl>
  );
}

type AmountProps = { label: string; sign?: string; cents: number; className?: string };

function Amount({ label, sign = '', cents, className = '' }: AmountProps) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">
        {sign}
        {formatCents(cents)}
      </dd>
    </div>
  );
}

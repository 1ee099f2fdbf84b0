import type { Balance } from '@contracts/balance.ts';
import { formatCents } from '@domain/money/money.ts';
import { reductionLabel } from '@domain/money/reduction.ts';
import { soldTaxes, taxName } from '@domain/money/sold-taxes.ts';

/** How the amount to pay comes about. */
export function BalanceAmounts({ balance, tipCents }: { balance: Balance; tipCents: number }) {
  const {
    total_cents: total,
    paid_cents: paid,
    due_cents: due,
    tip_cents: bookedTip = 0,
    reduced_cents: reduced = 0,
    reduced_tax_cents: reducedTax = 0,
  } = balance;
  return (
    <dl className="mt-4 grid gap-3 border-t border-ivory/20 pt-6 tabular-nums">
      <Amount label="Total" text={formatCents(total)} />
      {bookedTip > 0 && <Amount label="Including tip" text={formatCents(bookedTip)} isQuiet />}
      {soldTaxes(balance).map((tax) => (
        <Amount
          key={tax.label}
          label={`Including ${taxName(tax)}`}
          text={formatCents(tax.cents)}
          isQuiet
        />
      ))}
      {reduced > 0 && (
        <Amount
          label={reductionLabel({ status: balance.state, taxCents: reducedTax })}
          text={formatCents(-reduced)}
        />
      )}
      {paid > 0 && <Amount label="Paid" text={`−${formatCents(paid)}`} />}
      <Amount label="Balance" text={formatCents(due)} />
      {tipCents > 0 && (
        <Amount label={bookedTip > 0 ? 'Extra tip' : 'Tip'} text={formatCents(tipCents)} />
      )}
      <div className="flex items-baseline justify-between gap-4 border-t border-ivory/20 pt-4 text-xl font-semibold text-citrine">
        <dt>To pay now</dt>
        <dd>{formatCents(due + tipCents)}</dd>
      </div>
    </dl>
  );
}

function Amount(props: { label: string; text: string; isQuiet?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${props.isQuiet ? 'text-mist' : ''}`}
    >
      <dt>{props.label}</dt>
      <dd>{props.text}</dd>
    </div>
  );
}

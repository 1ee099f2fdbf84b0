import { Suspense } from 'react';
import { Section } from '@/components/section.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { lateScreen } from '@/lib/late.ts';
import type { MoneyReport } from '@contracts/money.ts';
import {
  buckets,
  stretches,
  total,
  type Stretch,
  type Bucket,
  netCents,
  type Figures,
} from '@domain/money/money-report.ts';
import { formatCents } from '@domain/money/money.ts';
import type { PaymentMethod } from '@domain/money/payment-methods.ts';
import { methodLabels } from '@domain/money/receipt.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { definitions } from '../definitions.ts';
import type { ChosenRange } from '../range.ts';
import { KeyFigures } from './key-figures.tsx';

const RevenueChart = lateScreen(() => import('./revenue-chart.tsx'));

const stretchLabels: Record<Stretch, string> = {
  day: 'By day',
  week: 'By week',
  month: 'By month',
};

type ViewProps = {
  report: MoneyReport;
  range: ChosenRange;
  chooseStretch: (stretch: Stretch) => void;
};

export function MoneyReportView({ report, range, chooseStretch }: ViewProps) {
  const all = total(report.days);
  const parts = buckets(report.days, range, range.stretch);
  const rows = parts.map((part) => ({ ...part, label: bucketLabel(part, range.stretch) }));
  return (
    <>
      <h2 className="money-days-shown heading-3">
        {formatDate(range.from)}
        {range.until !== range.from && ` to ${formatDate(range.until)}`}
      </h2>
      <KeyFigures
        all={all}
        disputeFeeCents={report.dispute_fee_cents}
        outstanding={report.outstanding}
      />
      <Section heading="Revenue over time" level={3} className="mt-14">
        <fieldset className="mt-4 grid max-w-108 grid-cols-3 gap-2 text-center">
          <legend className="sr-only">Group by</legend>
          {stretches.map((stretch) => (
            <RadioCard
              key={stretch}
              name="stretch"
              value={stretch}
              checked={range.stretch === stretch}
              label={stretchLabels[stretch]}
              onChange={() => chooseStretch(stretch)}
            />
          ))}
        </fieldset>
        {report.days.length === 0 ? (
          <p className="mt-6 text-ink-soft">No payments or refunds on these days.</p>
        ) : (
          <>
            <Suspense fallback={<div className="mt-6 h-68" />}>
              <RevenueChart rows={rows} />
            </Suspense>
            <details className="mt-3">
              <summary className="text-link cursor-pointer">Show as table</summary>
              <MoneyTable
                caption="Revenue over time"
                first={firstColumn[range.stretch]}
                rows={rows}
              />
            </details>
          </>
        )}
      </Section>
      <Shares
        heading="By service"
        first="Service"
        rows={report.services.map((one) => ({ ...one, label: one.service_name }))}
      />
      <Shares
        heading="By payment method"
        first="Payment method"
        rows={report.methods.map((one) => ({
          ...one,
          label: methodLabels[one.method as PaymentMethod],
        }))}
      />
    </>
  );
}

const firstColumn: Record<Stretch, string> = { day: 'Day', week: 'Week', month: 'Month' };

const inUtc = { timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat('en-US', { ...inUtc, month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat('en-US', { ...inUtc, month: 'short', year: 'numeric' });

const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** "Nov 3", "Nov 3 – 9" or "Nov 2026". */
function bucketLabel({ from, until }: Pick<Bucket, 'from' | 'until'>, stretch: Stretch) {
  if (stretch === 'month') return month.format(at(from));
  return from === until ? day.format(at(from)) : day.formatRange(at(from), at(until));
}

/** Who brings in how much of the whole: as bars with their figures, and as a table. */
function Shares(props: { heading: string; first: string; rows: readonly MoneyRow[] }) {
  const { heading, first, rows } = props;
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(netCents), 1);
  return (
    <Section heading={heading} level={3} className="mt-14">
      <ul className="mt-5 grid gap-4">
        {rows.map((row) => (
          <li key={row.label} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 font-medium">
            <span>{row.label}</span>
            <span className="tabular-nums">{formatCents(netCents(row))}</span>
            <span
              aria-hidden="true"
              className="col-span-full h-2 min-w-0.5 bg-lacquer forced-colors:bg-[CanvasText]"
              style={{ inlineSize: `${Math.max(0, (netCents(row) / most) * 100)}%` }}
            />
          </li>
        ))}
      </ul>
      <details className="mt-3">
        <summary className="text-link cursor-pointer">{heading}, as a table</summary>
        <MoneyTable caption={heading} first={first} rows={rows} />
      </details>
    </Section>
  );
}

type MoneyRow = Figures & { label: string };

const columns = [
  [definitions.received.label, (row: Figures) => row.received_cents],
  [definitions.refunds.label, (row: Figures) => -row.refunded_cents],
  [definitions.revenue.label, netCents],
  [definitions.tax.label, (row: Figures) => row.tax_cents],
  [definitions.tips.label, (row: Figures) => row.tip_cents],
] as const;

/** The figures of a chart, and their sum. On a narrow screen it is pushed sideways. */
function MoneyTable(props: { caption: string; first: string; rows: readonly MoneyRow[] }) {
  const { caption, first, rows } = props;
  return (
    <div className="money-table" role="region" aria-label={`${caption}, as a table`} tabIndex={0}>
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map(([label]) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.label} label={row.label} figures={row} />
          ))}
        </tbody>
        <tfoot>
          <Line label="Total" figures={total(rows)} />
        </tfoot>
      </table>
    </div>
  );
}

function Line({ label, figures }: { label: string; figures: Figures }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {columns.map(([name, centsOf]) => (
        // Nothing went back: a zero without a sign.
        <td key={name}>{formatCents(centsOf(figures) || 0)}</td>
      ))}
    </tr>
  );
}

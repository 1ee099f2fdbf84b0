import { formatCents } from '@domain/money/money.ts';
import { netCents, total, type Figures } from '@domain/money/money-report.ts';
import { definitions } from '../definitions.ts';

export type MoneyRow = Figures & { label: string };

const columns = [
  [definitions.received.label, (row: Figures) => row.received_cents],
  [definitions.refunds.label, (row: Figures) => -row.refunded_cents],
  [definitions.revenue.label, netCents],
  [definitions.tax.label, (row: Figures) => row.tax_cents],
  [definitions.tips.label, (row: Figures) => row.tip_cents],
] as const;

/** The figures of a chart, and their sum. On a narrow screen it is pushed sideways. */
export function MoneyTable(props: { caption: string; first: string; rows: readonly MoneyRow[] }) {
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

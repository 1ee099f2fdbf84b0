import { formatCents } from '@domain/money/money.ts';
import { netCents } from '@domain/money/money-report.ts';
import { Section } from '@/components/section.tsx';
import { MoneyTable, type MoneyRow } from './money-table.tsx';

/** Who brings in how much of the whole: as bars with their figures, and as a table. */
export function Shares(props: { heading: string; first: string; rows: readonly MoneyRow[] }) {
  const { heading, first, rows } = props;
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(netCents), 1);
  return (
    <Section heading={heading} level={3} className="mt-14">
      <ul className="money-shares">
        {rows.map((row) => (
          <li key={row.label}>
            <span>{row.label}</span>
            <span className="tabular-nums">{formatCents(netCents(row))}</span>
            <span
              aria-hidden="true"
              className="money-share"
              style={{ inlineSize: `${Math.max(0, (netCents(row) / most) * 100)}%` }}
            />
          </li>
        ))}
      </ul>
      <details className="money-details">
        <summary>{heading}, as a table</summary>
        <MoneyTable caption={heading} first={first} rows={rows} />
      </details>
    </Section>
  );
}

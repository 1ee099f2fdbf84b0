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

import { formatRate } from '@domain/money/comparison.ts';
import { formatCents } from '@domain/money/money.ts';
import { Section } from '@/components/section.tsx';
import type { DayRange } from '../range.ts';
import { soldRows, type SoldLine, type SoldRow } from '../visit-figures.ts';
import { soldLines } from '../report-lines.ts';
import { SaveReport } from './save-report.tsx';

type SoldReportProps = {
  heading: string;
  /** The heading of the names. */
  first: string;
  file: string;
  /** What to say when nothing was sold in either period. */
  empty: string;
  now: readonly SoldLine[];
  before: readonly SoldLine[];
  range: DayRange;
};

/** Visits and sales by name, with the change from the days before. */
export function SoldReport(props: SoldReportProps) {
  const { heading, first, file, empty, range } = props;
  const rows = soldRows(props.now, props.before);
  return (
    <Section heading={heading} className="mt-14">
      {rows.length === 0 ? (
        <p className="mt-4 text-ink-soft">{empty}</p>
      ) : (
        <>
          <div
            className="money-table mt-4!"
            role="region"
            aria-label={`${heading}, as a table`}
            tabIndex={0}
          >
            <table className="min-w-0">
              <thead>
                <tr>
                  <th scope="col">{first}</th>
                  <th scope="col">Visits</th>
                  <th scope="col">Sales</th>
                  <th scope="col" className={wide}>
                    Share
                  </th>
                  <th scope="col" className={wide}>
                    Before
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Line key={row.name} row={row} />
                ))}
              </tbody>
            </table>
          </div>
          <SaveReport
            label={heading.toLowerCase()}
            file={file}
            range={range}
            rows={soldLines(first, rows)}
          />
        </>
      )}
    </Section>
  );
}

/** What a phone has no room for: it follows from the sales and their change. */
const wide = 'max-sm:hidden';

function Line({ row }: { row: SoldRow }) {
  return (
    <tr>
      <th scope="row" className="wrap-break-word whitespace-normal">
        {row.name}
      </th>
      <td>{row.visits}</td>
      <td>
        {formatCents(row.salesCents)}
        <span className="block text-sm whitespace-normal text-ink-soft">{row.change}</span>
      </td>
      <td className={wide}>{formatRate(row.shareOfSales)}</td>
      <td className={wide}>{formatCents(row.salesBeforeCents)}</td>
    </tr>
  );
}

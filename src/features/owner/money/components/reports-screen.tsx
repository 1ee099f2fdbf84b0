import { useQuery } from '@tanstack/react-query';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Section } from '@/components/section.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useLive } from '@/lib/live.ts';
import type { VisitReport } from '@contracts/money.ts';
import { formatRate } from '@domain/money/comparison.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { visitReportQuery } from '../api/reports.ts';
import { rangeBefore, type DayRange } from '../range.ts';
import { figureLines, soldLines } from '../report-lines.ts';
import { useRange } from '../use-range.ts';
import {
  visitFigures,
  type VisitFigure,
  soldRows,
  type SoldLine,
  type SoldRow,
} from '../visit-figures.ts';
import { RangeForm } from './range-form.tsx';
import { SaveReport } from './save-report.tsx';
import './money.css';

/** What was sold, to whom and where on the chosen days, beside the days before. */
export default function ReportsScreen() {
  const chosen = useRange();
  return (
    <Page
      title="Reports"
      heading="Reports"
      lead="Visits by their day. All figures are explained at the bottom of the page."
    >
      <RangeForm {...chosen} />
      <Reports range={chosen.range} before={rangeBefore(chosen.range)} />
    </Page>
  );
}

function Reports({ range, before }: { range: DayRange; before: DayRange }) {
  const [now, former] = [useQuery(visitReportQuery(range)), useQuery(visitReportQuery(before))];
  const reload = () => void Promise.all([now.refetch(), former.refetch()]);
  useLive(['bookings', 'times'], reload);
  if (now.isPending || former.isPending) {
    return <Spinner label="Loading the reports" className="min-h-96 py-10" />;
  }
  if (!now.data || !former.data) {
    return (
      <CouldNotFetch
        className="mt-10"
        title="Could not load the reports for these days."
        isBusy={now.isFetching || former.isFetching}
        onRetry={reload}
      />
    );
  }
  const isOld = now.isPlaceholderData || former.isPlaceholderData;
  return (
    <div aria-busy={isOld} className="aria-busy:opacity-60">
      <h2 className="money-days-shown heading-3">{daysInWords(range)}</h2>
      <p className="mt-1 text-ink-soft">Compared with {daysInWords(before)}</p>
      <Report now={now.data} before={former.data} range={range} />
    </div>
  );
}

type ReportProps = { now: VisitReport; before: VisitReport; range: DayRange };

function Report({ now, before, range }: ReportProps) {
  const figures = visitFigures(now, before);
  return (
    <>
      <VisitFigures figures={figures} range={range} />
      <SoldReport
        heading="By service"
        first="Service"
        file="services"
        empty="No visits on these days. Bookings appear here on the day of their visit."
        now={now.services}
        before={before.services}
        range={range}
      />
      <SoldReport
        heading="By add-on"
        first="Add-on"
        file="add-ons"
        empty="No add-ons were sold on these days. Customers choose add-ons that you list under Services."
        now={now.add_ons}
        before={before.add_ons}
        range={range}
      />
      <SoldReport
        heading="By area"
        first="Area"
        file="areas"
        empty="No visits on these days. Areas are the first three characters of postal codes."
        now={now.areas.map(named)}
        before={before.areas.map(named)}
        range={range}
      />
      <Section heading="What the figures mean" className="mt-16 border-t border-hairline pt-10">
        <dl className="mt-5 grid max-w-3xl gap-4">
          {figures.map(({ label, meaning }) => (
            <div key={label}>
              <dt className="font-semibold">{label}</dt>
              <dd className="text-ink-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

/** The address of an erased customer is not known. */
const named = (line: VisitReport['areas'][number]) => ({
  ...line,
  name: line.name || 'Erased customers',
});

const daysInWords = ({ from, until }: DayRange): string =>
  from === until ? formatDate(from) : `${formatDate(from)} to ${formatDate(until)}`;

/** The figures of the days, each with its change from the days before. */
function VisitFigures({ figures, range }: { figures: VisitFigure[]; range: DayRange }) {
  return (
    <>
      <dl className="money-figures sm:grid-cols-4">
        {figures.map(({ label, value, change, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="mt-1 block text-[clamp(1.25rem,1rem+1vw,1.625rem)] font-semibold tracking-[-0.02em] tabular-nums">
                {value}
              </span>
              <span className="block text-sm text-ink-soft tabular-nums">{change}</span>
              {note && <span className="block text-sm text-ink-soft">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <SaveReport label="the figures" file="figures" range={range} rows={figureLines(figures)} />
    </>
  );
}

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
function SoldReport(props: SoldReportProps) {
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

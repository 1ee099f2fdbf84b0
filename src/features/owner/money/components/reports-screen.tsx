import { useQuery } from '@tanstack/react-query';
import { formatDate } from '@domain/time/time-format.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Section } from '@/components/section.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useLive } from '@/lib/live.ts';
import type { VisitReport } from '@contracts/money.ts';
import { visitReportQuery } from '../api/reports.ts';
import { rangeBefore, type DayRange } from '../range.ts';
import { useRange } from '../use-range.ts';
import { visitFigures } from '../visit-figures.ts';
import { RangeForm } from './range-form.tsx';
import { SoldReport } from './sold-report.tsx';
import { VisitFigures } from './visit-figures.tsx';
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

import { useQuery } from '@tanstack/react-query';
import { Section } from '@/components/section.tsx';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useLive } from '@/lib/live.ts';
import { reportQuery } from '../api/reports.ts';
import { useRange } from '../use-range.ts';
import { definitions } from '../definitions.ts';
import { CrewCash } from './crew-cash.tsx';
import { ExportPanel } from './export-panel.tsx';
import { MoneyReportView } from './money-report-view.tsx';
import { RangeForm } from './range-form.tsx';
import './money.css';

/** Revenue, refunds and amounts due for the chosen days. */
export default function MoneyScreen() {
  const chosen = useRange();
  return (
    <Page
      title="Money"
      heading="Money"
      lead="All figures use local calendar days. They are explained at the bottom of the page."
    >
      <RangeForm {...chosen} />
      <Report {...chosen} />
      <CrewCash />
      <ExportPanel key={`${chosen.range.from} ${chosen.range.until}`} range={chosen.range} />
      <Definitions />
    </Page>
  );
}

function Report(chosen: ReturnType<typeof useRange>) {
  const { from, until } = chosen.range;
  const report = useQuery(reportQuery({ from, until }));
  useLive(['payments', 'bookings'], () => void report.refetch());
  if (report.isPending) return <Spinner label="Loading the figures" className="min-h-96 py-10" />;
  if (!report.data) {
    return (
      <CouldNotFetch
        className="mt-10"
        title="Could not load the figures for these days."
        isBusy={report.isFetching}
        onRetry={() => void report.refetch()}
      />
    );
  }
  return (
    <div aria-busy={report.isPlaceholderData} className="aria-busy:opacity-60">
      {report.isError && (
        <CouldNotFetch
          className="mb-8"
          title="These figures may be out of date."
          isBusy={report.isFetching}
          onRetry={() => void report.refetch()}
        />
      )}
      <MoneyReportView report={report.data} {...chosen} />
    </div>
  );
}

/** What each figure on the screen means. */
function Definitions() {
  return (
    <Section heading="What the figures mean" className="mt-16 border-t border-hairline pt-10">
      <dl className="mt-5 grid gap-x-10 gap-y-4 md:grid-cols-2">
        {Object.values(definitions).map(({ label, meaning }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

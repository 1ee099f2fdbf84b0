import { useQuery } from '@tanstack/react-query';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useLive } from '@/lib/live.ts';
import { reportQuery } from '../api/reports.ts';
import { definitions } from '../definitions.ts';
import type { DayRange } from '../range.ts';
import { useExport, type ExportFile, type ExportState } from '../use-export.ts';
import { useRange } from '../use-range.ts';
import { CrewCash } from './crew-cash.tsx';
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

/** Files for the accountant, of the days that are looked at. */
function ExportPanel({ range }: { range: DayRange }) {
  return (
    <Section heading="For the accountant" className="mt-16 border-t border-hairline pt-10">
      <p className="mt-2 max-w-2xl text-ink-soft">
        The chosen days as spreadsheet files. Payments and refunds are listed by the day they
        happened, bookings by the day of the visit. QuickBooks and Xero import their file as a bank
        statement, with up to 1,000 lines at a time.
      </p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <Export file="payments" label="Payments and refunds" range={range} />
        <Export file="bookings" label="Bookings" range={range} />
        <Export file="quickbooks" label="For QuickBooks" range={range} />
        <Export file="xero" label="For Xero" range={range} />
      </div>
    </Section>
  );
}

function Export(props: { file: ExportFile; label: string; range: DayRange }) {
  const { state, start, cancel } = useExport(props.file, props.range);
  const isBusy = state.status === 'fetching';
  return (
    <div>
      <Button variant="secondary" className="w-full" busy={isBusy} onClick={start}>
        {props.label} (CSV)
      </Button>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-3 text-sm">
        <p role="status">{inWords(state)}</p>
        {isBusy && (
          <Button variant="ghost" className="min-h-11 px-2" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {isBusy && state.total !== null && (
        <progress
          className="h-2 w-full accent-lacquer"
          aria-label={`${props.label}: loaded so far`}
          value={state.done}
          max={Math.max(state.total, 1)}
        />
      )}
    </div>
  );
}

function inWords(state: ExportState): string {
  switch (state.status) {
    case 'idle':
      return '';
    case 'fetching':
      return state.total === null ? 'Fetching …' : `${state.done} of ${state.total} lines`;
    case 'done':
      return state.rows === 0
        ? 'The file is saved. There are no lines for these days.'
        : `Saved, ${state.rows} ${state.rows === 1 ? 'line' : 'lines'}.`;
    case 'failed':
      return 'The export failed and nothing was saved. Please try again.';
  }
}

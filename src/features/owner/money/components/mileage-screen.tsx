import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import type { MileageDay } from '@contracts/route.ts';
import { mileageQuery } from '../api/mileage.ts';
import { fileLine, totalOf } from '../mileage-lines.ts';
import { useRange } from '../use-range.ts';
import { MileageLine } from './mileage-line.tsx';
import { RangeForm } from './range-form.tsx';
import { SaveReport } from './save-report.tsx';
import './money.css';

/** The mileage log for the tax: what each van drove on each day, and why. */
export default function MileageScreen() {
  const chosen = useRange();
  const query = useQuery(mileageQuery(chosen.range));
  return (
    <Page
      title="Mileage"
      heading="Mileage"
      lead="Each day with visits appears here the next day. Kilometres are estimates from the route. Enter your odometer’s figure where you have it."
    >
      <RangeForm {...chosen} />
      {query.data ? (
        <div aria-busy={query.isPlaceholderData} className="mt-10 aria-busy:opacity-60">
          <Log lines={query.data} />
          {query.data.length > 0 && (
            <SaveReport
              label="the mileage log"
              file="mileage"
              range={chosen.range}
              rows={query.data.map(fileLine)}
            />
          )}
        </div>
      ) : (
        <NotLoaded
          query={query}
          loading="Loading the mileage log"
          failed="Could not load the mileage log."
          className="mt-10"
          rows={5}
        />
      )}
    </Page>
  );
}

function Log({ lines }: { lines: readonly MileageDay[] }) {
  const hasCrews = new Set(lines.map(({ crew }) => crew)).size > 1;
  const crewTitle = useCrewTitle(hasCrews);
  if (lines.length === 0) {
    return (
      <p className="text-lg text-ink-soft">
        No drives on these days. Days with visits appear here while travel is switched on.
      </p>
    );
  }
  return (
    <>
      <p className="text-lg">
        <strong className="font-semibold">{totalOf(lines).toLocaleString('en-CA')} km</strong> on{' '}
        {lines.length} {lines.length === 1 ? 'drive' : 'drives'}
      </p>
      <ol className="mt-4 divide-y divide-hairline border-y border-hairline">
        {lines.map((line) => (
          <li key={`${line.day} ${line.crew}`}>
            <MileageLine line={line} crewTitle={hasCrews ? crewTitle(line.crew) : null} />
          </li>
        ))}
      </ol>
    </>
  );
}

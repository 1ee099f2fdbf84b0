import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import type { MileageDay } from '@contracts/route.ts';
import { plainLine } from '@domain/contact/typed-text.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { mileageQuery, correctMileage, mileageKey } from '../api/mileage.ts';
import { useRange } from '../use-range.ts';
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

/** The database keeps no more than this for a day. */
const mostKilometres = 2000;

/** One day of the log, whose kilometres can be corrected in place. */
function MileageLine({ line, crewTitle }: { line: MileageDay; crewTitle: string | null }) {
  const [isEdited, setEdited] = useState(false);
  const isCorrected = line.corrected_kilometres !== null;
  return (
    <div className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto] sm:items-start">
      <p className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">{formatDate(line.day)}</strong>
        {crewTitle && <span className="text-ink-soft"> · {crewTitle}</span>}
        <span className="block">{line.destinations}</span>
        <span className="block text-sm text-ink-soft">{purposeOf(line)}</span>
      </p>
      {isEdited ? (
        <Correction line={line} onEnd={() => setEdited(false)} />
      ) : (
        <p className="flex items-center gap-3 sm:justify-end">
          <span>
            <strong className="font-semibold tabular-nums">{drivenOn(line).toFixed(1)} km</strong>
            <span className="text-sm text-ink-soft"> {isCorrected ? 'entered' : 'estimated'}</span>
          </span>
          <Button variant="ghost" className="px-2" onClick={() => setEdited(true)}>
            Change<span className="sr-only"> the kilometres of {formatDate(line.day)}</span>
          </Button>
        </p>
      )}
    </div>
  );
}

function Correction({ line, onEnd }: { line: MileageDay; onEnd: () => void }) {
  const [typed, setTyped] = useState(String(drivenOn(line)));
  const [problem, setProblem] = useState<string | null>(null);
  const correct = useCorrectMileage(line);
  const save = (kilometres: number | null) => correct.mutate(kilometres, { onSuccess: onEnd });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const kilometres =
      plainLine(typed) === '' ? Number.NaN : Number(plainLine(typed).replace(',', '.'));
    const isValid = kilometres >= 0 && kilometres <= mostKilometres;
    setProblem(isValid ? null : 'Please enter a number from 0 to 2,000.');
    if (isValid) save(Math.round(kilometres * 10) / 10);
  };
  return (
    <form noValidate className="flex flex-wrap items-start gap-3 max-sm:mt-3" onSubmit={submit}>
      <TextField
        label="Kilometres"
        inputMode="decimal"
        className="w-full sm:w-44"
        autoFocus
        value={typed}
        error={problem ?? undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-2 sm:mt-7">
        <Button type="submit" busy={correct.isPending}>
          Save kilometres
        </Button>
        {line.corrected_kilometres !== null && (
          <Button variant="secondary" onClick={() => save(null)}>
            Use estimate
          </Button>
        )}
        <Button variant="ghost" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Sets the kilometres of a day, or returns to the estimate with null, and offers to undo it. */
function useCorrectMileage(line: MileageDay) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: mileageKey });
  const onError = (error: Error) => toastFailure('Not saved', failureSentence(error));
  return useMutation({
    mutationFn: (kilometres: number | null) => correctMileage(line, kilometres),
    onSuccess: () =>
      toast({
        title: 'Saved',
        description: `The kilometres of ${formatDay(line.day)} are saved.`,
        action: {
          label: 'Undo',
          onSelect: () => {
            void correctMileage(line, line.corrected_kilometres).catch(onError).then(refresh);
          },
        },
      }),
    onError,
    onSettled: refresh,
  });
}

/** What counts: the owner's own figure, else the estimate. */
const drivenOn = (line: MileageDay): number => line.corrected_kilometres ?? line.kilometres;

/** A sum of kilometres without the noise of adding tenths. */
const totalOf = (lines: readonly MileageDay[]): number =>
  Math.round(lines.reduce((sum, line) => sum + drivenOn(line), 0) * 10) / 10;

const purposeOf = ({ visits }: MileageDay): string =>
  `${visits} customer ${visits === 1 ? 'visit' : 'visits'}`;

/** A day of the log as a line of a spreadsheet. */
const fileLine = (line: MileageDay): Record<string, string> => ({
  Date: line.day,
  Crew: String(line.crew),
  Destinations: line.destinations,
  Purpose: purposeOf(line),
  Kilometres: drivenOn(line).toFixed(1),
  Source: line.corrected_kilometres === null ? 'Estimate' : 'Entered',
});

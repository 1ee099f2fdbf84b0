import { useState, type SubmitEvent } from 'react';
import { plainLine } from '@domain/contact/typed-text.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import type { MileageDay } from '@contracts/route.ts';
import { drivenOn, purposeOf } from '../mileage-lines.ts';
import { useCorrectMileage } from '../use-correct-mileage.ts';

/** The database keeps no more than this for a day. */
const mostKilometres = 2000;

/** One day of the log, whose kilometres can be corrected in place. */
export function MileageLine({ line, crewTitle }: { line: MileageDay; crewTitle: string | null }) {
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

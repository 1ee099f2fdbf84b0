import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { nextStepOf, stepInWords, type StepTaken, type VisitOfDay } from './visit-steps.ts';

type VisitStepProps = {
  visit: VisitOfDay;
  /** Whose visit it is, for those who hear the button only. */
  name: string;
  /** Another action comes first, because the time of the visit is over. */
  isQuiet?: boolean;
  /** The step that is being saved. */
  busy: StepTaken['step'] | null;
  onStep: (taken: StepTaken) => void;
};

/** The next step of today's visit as one press, what was recorded, and its undo. */
export function VisitStep({ visit, name, isQuiet = false, busy, onStep }: VisitStepProps) {
  const [minutes, setMinutes] = useState(() => estimateOf(visit));
  const next = nextStepOf(visit);
  const said = stepInWords(visit);
  return (
    <div className="grid gap-2">
      {said && (
        <p className="flex flex-wrap items-center gap-x-4">
          <span className="font-semibold text-success">{said}</span>
          <Button
            variant="ghost"
            className="px-0"
            busy={busy === 'undo-way' || busy === 'undo-work'}
            onClick={() => onStep({ step: next === null ? 'undo-work' : 'undo-way' })}
          >
            Undo<span className="sr-only">: {name}’s visit</span>
          </Button>
        </p>
      )}
      {next === 'way' && (
        <div className="flex gap-2">
          <select
            aria-label={`Arrival at ${name}’s visit`}
            className="control control-select min-w-0 flex-1 sm:max-w-56"
            value={minutes ?? ''}
            onChange={({ target }) => setMinutes(Number(target.value) || null)}
          >
            <option value="">No arrival time</option>
            {choicesWith(minutes).map((choice) => (
              <option key={choice} value={choice}>
                {`In ${choice} minutes`}
              </option>
            ))}
          </select>
          <Button
            variant={isQuiet ? 'secondary' : 'primary'}
            className="px-4 whitespace-nowrap"
            busy={busy === 'way'}
            onClick={() => onStep({ step: 'way', minutes })}
          >
            On my way<span className="sr-only">: {name}’s visit</span>
          </Button>
        </div>
      )}
      {next === 'work' && (
        <Button
          variant={isQuiet ? 'secondary' : 'primary'}
          className="sm:justify-self-start"
          busy={busy === 'work'}
          onClick={() => onStep({ step: 'work' })}
        >
          Start work<span className="sr-only">: {name}’s visit</span>
        </Button>
      )}
    </div>
  );
}

const choices = [5, 10, 15, 20, 30, 45, 60, 90];

/** With the way as it is estimated, where that is none of them. */
const choicesWith = (minutes: number | null): number[] =>
  minutes === null || choices.includes(minutes)
    ? choices
    : [...choices, minutes].sort((one, other) => one - other);

/** The estimate of the way, rounded up to five minutes. */
const estimateOf = ({ drive_minutes: minutes }: VisitOfDay): number | null =>
  minutes ? Math.ceil(minutes / 5) * 5 : null;

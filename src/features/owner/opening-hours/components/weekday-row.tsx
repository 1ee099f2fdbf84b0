import { useId, useState } from 'react';
import type { OpeningProblems } from '@domain/time/opening-change.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import { weekdayName } from '@domain/time/opening-rules.ts';
import { hoursInWords } from '../hours-in-words.ts';
import { WeekdayFields } from './weekday-fields.tsx';

type WeekdayRowProps = {
  hours: WeekdayHours;
  problems: OpeningProblems;
  onChange: (hours: WeekdayHours) => void;
  /** These hours for the days up to this one as well. */
  onCopy: (lastWeekday: number) => void;
};

/** A weekday in one line, with everything about it behind a press. */
export function WeekdayRow({ hours, problems, onChange, onCopy }: WeekdayRowProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const fieldsId = useId();
  const name = weekdayName(hours.weekday);
  const place = `hours.${hours.weekday}.`;
  const hasProblem = Object.keys(problems).some((key) => key.startsWith(place));
  // What needs another look is in sight.
  const isOpened = hours.isOpen && (isUnfolded || hasProblem);
  return (
    <div className="py-2">
      <div className="flex items-center gap-3">
        <button
          type="button"
          className="weekday-name"
          aria-expanded={isOpened}
          aria-controls={fieldsId}
          disabled={!hours.isOpen}
          onClick={() => setIsUnfolded(!isOpened)}
        >
          <span className="font-semibold">{name}</span>
          <span className="block text-sm text-ink-soft">{hoursInWords(hours)}</span>
        </button>
        <OpenSwitch
          label={name}
          isOpen={hours.isOpen}
          onChange={(isOpen) => {
            onChange({ ...hours, isOpen });
            setIsUnfolded(isOpen && hours.starts.length === 0);
          }}
        />
      </div>
      <div id={fieldsId}>
        {isOpened && (
          <WeekdayFields
            hours={hours}
            problemOf={(field) => problems[`${place}${field}`]}
            onChange={onChange}
            onCopy={onCopy}
          />
        )}
      </div>
    </div>
  );
}

type OpenSwitchProps = {
  /** What is open or closed. */
  label: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
};

/** Open or closed, in one press. */
function OpenSwitch({ label, isOpen, onChange }: OpenSwitchProps) {
  return (
    <label className="open-switch">
      <span aria-hidden="true">{isOpen ? 'Open' : 'Closed'}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label={`${label} open`}
        checked={isOpen}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

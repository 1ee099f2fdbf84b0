import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { OpeningProblems, SettingsInput } from '@domain/time/opening-change.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { formatArrival } from '@domain/time/start-format.ts';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { adminPaths } from '@/config/admin-paths.ts';
import { withCurrent } from '../choices.ts';
import { TimeSection } from './time-section.tsx';

type SettingsSectionProps = {
  settings: SettingsInput;
  problems: OpeningProblems;
  onChange: (settings: SettingsInput) => void;
};

type Name = keyof SettingsInput;

const hour = 60;
const day = 24 * hour;
const notices = [0, 1, 2, 3, 4, 6, 12].map((hours) => hours * hour);
const longNotices = [1, 2, 3, 7, 14].map((days) => days * day);
const buffers = [0, 10, 15, 20, 30, 45, 60, 90, 120];
const windows = [0, 15, 30, 45, 60, 90, 120];

const inDays = (minutes: number): string => (minutes === day ? '1 day' : `${minutes / day} days`);

const noticeLabel = (minutes: number): string =>
  minutes > 0 && minutes % day === 0 ? inDays(minutes) : durationLabel(minutes);
const durationLabel = (minutes: number): string =>
  minutes === 0 ? 'None' : formatDuration(minutes);
const crewLabel = (count: number): string => (count === 1 ? '1 crew' : `${count} crews`);

const arrivalHint = (minutes: number): string =>
  `A visit at 9:00 AM is shown to customers as “${formatArrival('09:00', minutes || 0)}”.`;

/** How times are given out on any day. */
export function SettingsSection({ settings, problems, onChange }: SettingsSectionProps) {
  const choice = (name: Name, usual: readonly number[], label: (value: number) => string) => ({
    value: settings[name],
    error: problems[name],
    options: withCurrent(usual, Number(settings[name])).map((value) => ({
      value,
      label: label(value),
    })),
    onChange: (value: string) => onChange({ ...settings, [name]: value }),
  });
  const number = (name: Name) => ({
    value: settings[name],
    error: problems[name],
    onChange: (value: string) => onChange({ ...settings, [name]: value }),
  });
  const hasTravel = useQuery(openingRulesQuery).data?.needsPlace === true;
  return (
    <TimeSection
      id="giving-out"
      heading="Notice and crews"
      lead="How late and how far ahead customers can book, and how many crews work at once."
    >
      <div className="grid items-start gap-x-6 gap-y-6 sm:grid-cols-2">
        <Choice
          label="Minimum notice"
          hint="Customers can book until this long before the start."
          {...choice('leastNoticeMinutes', [...notices, ...longNotices], noticeLabel)}
        />
        <Choice
          label="Between bookings"
          hint={
            hasTravel
              ? 'Not used while travel is on: the estimated drives count instead.'
              : 'Travel time between two visits of a crew.'
          }
          {...choice('bufferMinutes', buffers, durationLabel)}
        />
        <Crews count={Number(settings.crews)} />
        <Choice
          label="Arrival window"
          hint={arrivalHint(Number(settings.arrivalWindowMinutes))}
          {...choice('arrivalWindowMinutes', windows, durationLabel)}
        />
        <NumberField
          label="New bookings, days ahead"
          hint="Customers can’t choose later days."
          {...number('windowDays')}
        />
        <NumberField
          label="Moved bookings, days ahead"
          hint="How far ahead customers can move a booking."
          {...number('moveWindowDays')}
        />
      </div>
    </TimeSection>
  );
}

/** Changed on a screen of its own: a crew has a name and members, and isn't removed without a question. */
const Crews = ({ count }: { count: number }) => (
  <div>
    <p className="mb-1.5 text-sm font-semibold">Crews</p>
    <p className="flex min-h-11 flex-wrap items-center gap-x-4">
      {crewLabel(count)}
      <Link to={adminPaths.crews} className="text-link">
        {count === 1 ? 'Add crew' : 'Change crews'}
      </Link>
    </p>
    <p className="mt-1.5 text-sm text-ink-soft">How many visits can be booked for the same time.</p>
  </div>
);

type ControlProps = {
  label: string;
  hint: ReactNode;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Choice(props: ControlProps & { options: readonly { value: number; label: string }[] }) {
  return (
    <SelectField
      label={props.label}
      hint={props.hint}
      error={props.error}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {props.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function NumberField(props: ControlProps) {
  return (
    <TextField
      label={props.label}
      hint={props.hint}
      error={props.error}
      inputMode="numeric"
      autoComplete="off"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

import { useState } from 'react';
import { Link } from 'wouter';
import { FormPanel } from '@/components/form-panel.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { formatShortDay } from '@/lib/days.ts';
import { toastError, failureSentence } from '@/lib/failure-sentence.ts';
import type { Crew, CrewWays } from '@contracts/crews.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { removeCrew, saveCrew } from '../api/crews.ts';
import { useCrewChange } from '../use-crew-change.ts';
import { weekdays, CrewHours } from './crew-hours.tsx';
import { CrewMembers } from './crew-members.tsx';

/** One crew: what is its own, who works in it, and its changes. */
export function CrewCard({ crew, isOnlyOne }: { crew: Crew; isOnlyOne: boolean }) {
  const [isEdited, setIsEdited] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const day = crew.first_work;
  const removing = useCrewChange(removeCrew, () => ({
    title: 'Crew Removed',
    description: `${crew.title} no longer takes visits.`,
  }));
  return (
    <article
      aria-label={crew.title}
      className="grid gap-6 border border-hairline bg-ivory p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="heading-3 wrap-anywhere">{crew.title}</h2>
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {!isEdited && (
            <Button variant="secondary" onClick={() => setIsEdited(true)}>
              Edit crew<span className="sr-only">: {crew.title}</span>
            </Button>
          )}
          {!isOnlyOne && (
            <Button variant="ghost" className="px-0" onClick={() => setIsAsked(true)}>
              Remove crew<span className="sr-only">: {crew.title}</span>
            </Button>
          )}
        </div>
      </div>
      {isEdited ? (
        <CrewForm crew={crew} onClose={() => setIsEdited(false)} />
      ) : (
        <CrewFacts crew={crew} />
      )}
      <CrewMembers crew={crew} />
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={day ? `${crew.title} can’t be removed yet` : `Remove ${crew.title}?`}
        description={day ? workInWords(crew, day) : 'Its members lose access at once.'}
        confirmLabel={day ? null : 'Remove crew'}
        cancelLabel={day ? 'Close' : 'Keep crew'}
        variant="danger"
        busy={removing.isPending}
        onConfirm={() =>
          removing.mutate(crew.number, {
            onError: toastError('Not removed'),
            onSettled: () => setIsAsked(false),
          })
        }
      >
        {day && (
          <ButtonLink to={`${adminPaths.bookings}?view=day&day=${day}&crew=${crew.number}`}>
            Open its calendar on {formatShortDay(day)}
          </ButtonLink>
        )}
      </ConfirmDialog>
    </article>
  );
}

/** What keeps a crew from being removed, and the step that ends it. `day` is that of its first visit or held time. */
function workInWords({ ahead }: Crew, day: string): string {
  if (ahead === 0)
    return `A time of this crew is held for a customer, or a rain day has no new time yet, first on ${formatShortDay(day)}. Settle it first.`;
  const visits = ahead === 1 ? 'a visit' : `${ahead} visits`;
  return `It has ${visits} ahead, first on ${formatShortDay(day)}. Open each visit and choose “Change crew”, then remove this crew.`;
}

function CrewFacts({ crew: { ways, ahead, days_off: daysOff } }: { crew: Crew }) {
  const { services } = useBusiness();
  const skills = services.filter(({ id }) => ways.skills?.includes(id)).map(({ name }) => name);
  const facts = [
    ['Visits ahead', String(ahead)],
    ['Base', ways.base ?? 'From your travel settings'],
    [
      'Hours',
      ways.hours === null ? 'Same as the business' : hoursInWords(ways.hours) || 'Off every day',
    ],
    ['Services', ways.skills === null ? 'All' : skills.join(', ') || 'None that you offer now'],
    [
      'Days off',
      daysOff.map(({ day, reason }) => `${formatShortDay(day)} (${reason})`).join(', ') || 'None',
    ],
  ] as const;
  return (
    <div>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([term, text]) => (
          <div key={term} className="sm:contents">
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <Link
        to={`${adminPaths.time}#time-off`}
        className="mt-3 text-link inline-flex min-h-11 items-center"
      >
        Block time
      </Link>
    </div>
  );
}

/** "Mon–Thu 9:00 AM–5:00 PM, Sat 9:00 AM–12:00 PM" */
function hoursInWords(hours: NonNullable<Crew['ways']['hours']>): string {
  const runs: { first: string; last: string; span: string }[] = [];
  let before = '';
  for (const [index, name] of weekdays.entries()) {
    const day = hours.find(({ weekday }) => weekday === index + 1);
    const span = day ? `${formatTime(day.from)}–${endOf(day.until)}` : '';
    const last = name.slice(0, 3);
    const run = runs.at(-1);
    if (run && span && span === before) run.last = last;
    else if (span) runs.push({ first: last, last, span });
    before = span;
  }
  return runs
    .map(({ first, last, span }) => `${first === last ? first : `${first}–${last}`} ${span}`)
    .join(', ');
}

const endOf = (time: string): string => (time === '24:00' ? 'midnight' : formatTime(time));

/** A crew's own name, base, hours and services. */
function CrewForm({ crew, onClose }: { crew: Crew; onClose: () => void }) {
  const { services } = useBusiness();
  const [ways, setWays] = useState<CrewWays>(crew.ways);
  const change = (part: Partial<CrewWays>) => setWays({ ...ways, ...part });
  const saving = useCrewChange(
    (wanted: CrewWays) => saveCrew(crew.number, wanted),
    () => ({ title: 'Saved', description: 'New bookings follow these rules from now on.' }),
  );
  const does = (id: string) => ways.skills === null || ways.skills.includes(id);
  const turn = (id: string) => {
    const left = services
      .map((one) => one.id)
      .filter((one) => (one === id ? !does(id) : does(one)));
    change({ skills: left.length === services.length ? null : left });
  };
  return (
    <FormPanel
      heading={`Edit ${crew.title}`}
      submitLabel="Save crew"
      isBusy={saving.isPending}
      problem={saving.error ? failureSentence(saving.error) : null}
      onSubmit={() => saving.mutate(ways, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={40}
        autoComplete="off"
        value={ways.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label="Base postal code"
        hint="Where the van starts and ends its day. Leave it empty to use the base in your travel settings."
        autoComplete="off"
        value={ways.base ?? ''}
        onChange={({ target }) => change({ base: target.value || null })}
      />
      <CrewHours hours={ways.hours} onChange={(hours) => change({ hours })} />
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Services</legend>
        {services.map(({ id, name }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              checked={does(id)}
              onChange={() => turn(id)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </FormPanel>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useCrews } from '@/entities/crew/use-crew-title.ts';
import { TimeOffForm, noTimeOff } from '@/entities/time-off/time-off-form.tsx';
import { toast } from '@/lib/toast.ts';
import { useHashTarget } from '@/lib/use-hash-target.ts';
import type { TimeOff } from '@contracts/calendar.ts';
import type { TimePage } from '@contracts/time-page.ts';
import type { OpeningProblems } from '@domain/time/opening-change.ts';
import type { WeekdayHours } from '@domain/time/opening-rules.ts';
import { timePageQuery } from '../api/time-page.ts';
import { dropDraft } from '../kept-draft.ts';
import { stretchesOf } from '../time-off-stretches.ts';
import { useOpeningEditor, type OpeningEditor } from '../use-opening-editor.ts';
import { AreaSection } from './area-section.tsx';
import { MisfitPanel, MisfitList } from './misfit-panel.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SpecialDaysSection } from './special-days-section.tsx';
import { TimeOffList } from './time-off-list.tsx';
import { TimeSection } from './time-section.tsx';
import { WeekdayRow } from './weekday-row.tsx';

const parts = [
  { id: 'week', label: 'Week' },
  { id: 'special-days', label: 'Holidays' },
  { id: 'time-off', label: 'Blocked time' },
  { id: 'giving-out', label: 'Notice and crews' },
  { id: 'area', label: 'Service area' },
];

/** Everything about time on one screen; what is changed counts when it is saved, time off at once. */
export function TimeEditor({ page }: { page: TimePage }) {
  const editor = useOpeningEditor(page);
  const { draft, change, problems } = editor;
  const region = useProblemFocus(problems);
  useHashTarget();
  return (
    <div
      ref={region}
      className="grid items-start gap-12 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-16"
    >
      <aside className="grid min-w-0 gap-6 xl:sticky xl:top-8 xl:order-2 xl:max-h-[calc(100dvh-4rem)] xl:overflow-y-auto">
        <nav aria-label="On this page" className="time-parts">
          {parts.map(({ id, label }) => (
            <a key={id} href={`#${id}`}>
              {label}
            </a>
          ))}
        </nav>
        <MisfitPanel misfits={page.outside} />
      </aside>
      <div className="grid min-w-0 gap-16">
        <WeekSection
          hours={draft.hours}
          problems={problems}
          onChange={(hours) => change({ hours })}
        />
        <SpecialDaysSection
          exceptions={draft.exceptions}
          hours={draft.hours}
          problems={problems}
          onChange={(exceptions) => change({ exceptions })}
        />
        <TimeOffSection timeOff={page.timeOff} crews={page.rules.crews} />
        <SettingsSection
          settings={draft.settings}
          problems={problems}
          onChange={(settings) => change({ settings })}
        />
        <AreaSection
          prefixes={draft.servedPrefixes}
          onChange={(servedPrefixes) => change({ servedPrefixes })}
        />
      </div>
      <SaveBar editor={editor} />
      <ImpactDialog editor={editor} />
      <LeaveQuestion
        isChanged={editor.isChanged}
        description="Your changes to these times would be lost."
        onLeave={dropDraft}
      />
    </div>
  );
}

/** When problems appear where there were none, the first of them in the page takes the focus. */
function useProblemFocus(problems: OpeningProblems) {
  const region = useRef<HTMLDivElement>(null);
  const hasProblems = Object.keys(problems).length > 0;
  useEffect(() => {
    if (!hasProblems) return;
    region.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasProblems]);
  return region;
}

const shown = 8;

/** Before something is saved: the bookings that would not fit any more. */
function ImpactDialog({ editor }: { editor: OpeningEditor }) {
  const { question, isSaving, save, dropQuestion } = editor;
  const bookings = question?.bookings ?? [];
  const count = bookings.length;
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && dropQuestion()}
      title={
        count === 1
          ? 'One booking is outside these rules'
          : `${count} bookings are outside these rules`
      }
      description="They stay as booked, and customers aren’t notified. They are listed on this page until you move or cancel them."
      confirmLabel={isSaving ? 'Saving...' : 'Save anyway'}
      cancelLabel="Keep editing"
      busy={isSaving}
      onConfirm={() => void save({ isApproved: true, isInsisting: question?.isInsisting ?? false })}
    >
      <MisfitList bookings={bookings.slice(0, shown)} isLinked={false} />
      {count > shown && <p className="mt-3 text-sm text-ink-soft">And {count - shown} more.</p>}
    </ConfirmDialog>
  );
}

/** When nobody, or one crew, takes anything new. Counts at once, unlike the rest of the screen. */
function TimeOffSection({ timeOff, crews }: { timeOff: readonly TimeOff[]; crews: number }) {
  const [isAdding, setIsAdding] = useState(false);
  const titled = useCrews(crews);
  const tellTaken = useTimeOffTaken();
  return (
    <TimeSection
      id="time-off"
      heading="Blocked time"
      lead="For vacations, appointments or van repairs. Customers can’t book blocked time."
    >
      <TimeOffList stretches={stretchesOf(timeOff)} crews={crews} />
      {isAdding ? (
        <TimeOffForm
          start={noTimeOff}
          crews={titled}
          className="border border-hairline bg-ivory p-5 sm:p-8"
          onTaken={async (standing) => {
            await tellTaken(standing.length);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : (
        <Button
          variant="secondary"
          className="mt-6 max-sm:w-full"
          onClick={() => setIsAdding(true)}
        >
          Block time
        </Button>
      )}
    </TimeSection>
  );
}

/** Shows the page with the new time off, and says how many bookings stand inside it. */
function useTimeOffTaken() {
  const client = useQueryClient();
  return async (standing: number) => {
    await client.invalidateQueries(timePageQuery);
    toast({ title: 'Time blocked', description: standingSentence(standing) });
  };
}

function standingSentence(standing: number): string {
  if (standing === 0) return 'Customers can no longer book these times.';
  return standing === 1
    ? 'One booking falls in this time. It stays, and is listed under the bookings outside your rules.'
    : `${standing} bookings fall in this time. They stay, and are listed under the bookings outside your rules.`;
}

type WeekSectionProps = {
  hours: readonly WeekdayHours[];
  problems: OpeningProblems;
  onChange: (hours: WeekdayHours[]) => void;
};

/** How each weekday usually is. */
function WeekSection({ hours, problems, onChange }: WeekSectionProps) {
  const replace = (wanted: WeekdayHours) =>
    onChange(hours.map((one) => (one.weekday === wanted.weekday ? wanted : one)));

  /** The hours of one day for others too. Whether they are open is theirs. */
  const copyTo = (source: WeekdayHours, last: number) =>
    onChange(
      hours.map((one) =>
        one.weekday <= last ? { ...source, weekday: one.weekday, isOpen: one.isOpen } : one,
      ),
    );

  return (
    <TimeSection
      id="week"
      heading="Week"
      lead="The start times customers can choose each day, and when the last visit must end."
    >
      <ul className="border-t border-hairline">
        {hours.map((one) => (
          <li key={one.weekday} className="border-b border-hairline">
            <WeekdayRow
              hours={one}
              problems={problems}
              onChange={replace}
              onCopy={(last) => copyTo(one, last)}
            />
          </li>
        ))}
      </ul>
    </TimeSection>
  );
}

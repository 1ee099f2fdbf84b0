import { useEffect, useRef } from 'react';
import type { OpeningProblems } from '@domain/time/opening-change.ts';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import type { TimePage } from '@contracts/time-page.ts';
import { useHashTarget } from '@/lib/use-hash-target.ts';
import { dropDraft } from '../kept-draft.ts';
import { useOpeningEditor } from '../use-opening-editor.ts';
import { AreaSection } from './area-section.tsx';
import { ImpactDialog } from './impact-dialog.tsx';
import { MisfitPanel } from './misfit-panel.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SpecialDaysSection } from './special-days-section.tsx';
import { TimeOffSection } from './time-off-section.tsx';
import { WeekSection } from './week-section.tsx';

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

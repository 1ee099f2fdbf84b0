import { useEffect, useId, useRef } from 'react';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Lever } from '@/components/ui/lever.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { formatInstant } from '@/lib/moments.ts';
import { useHashTarget } from '@/lib/use-hash-target.ts';
import type { TravelPage } from '@contracts/travel.ts';
import { changeInWords } from '../travel-words.ts';
import { dropTravelDraft, useTravelEditor } from '../use-travel-editor.ts';
import { ExampleDrive } from './example-drive.tsx';
import { ImpactQuestion } from './impact-question.tsx';
import { LatePanel } from './late-visits.tsx';
import { TravelFields } from './travel-fields.tsx';

/** The switch works at once; the settings count when they are saved. */
export function TravelEditor({ page }: { page: TravelPage }) {
  const editor = useTravelEditor(page);
  const { isChanged, isSaving, hasProblems, failure, save, startOver } = editor;
  const { isOn } = page.settings;
  const switchId = useId();
  const form = useRef<HTMLFormElement>(null);
  useHashTarget();
  useEffect(() => {
    if (hasProblems) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasProblems]);
  return (
    <div className="grid items-start gap-12 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-16">
      <div className="grid min-w-0 gap-12">
        <section
          aria-labelledby={switchId}
          className="flex items-start justify-between gap-6 border-y border-hairline py-7"
        >
          <div className="min-w-0">
            <h2 id={switchId} className="heading-3">
              Travel times
            </h2>
            <p className="mt-1.5 max-w-xl text-ink-soft">
              {isOn
                ? 'Customers enter their postal code first. They see only times that a van can reach.'
                : 'Customers see every open time, however far the visit before is.'}
            </p>
          </div>
          <Lever
            labelledBy={switchId}
            isOn={isOn}
            busy={isSaving}
            onTurn={() => void save({ isOn: !isOn })}
          />
        </section>
        <form
          ref={form}
          noValidate
          aria-label="Travel settings"
          className="grid gap-12"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TravelFields editor={editor} />
          <div className="grid gap-5">
            <Problem title="Not saved">
              {hasProblems ? 'Please check the fields marked in red.' : failure}
            </Problem>
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                busy={isSaving}
                aria-disabled={!isChanged}
                className="max-sm:flex-1"
              >
                {isSaving ? 'Saving...' : 'Save'}
              </Button>
              {isChanged && (
                <Button variant="secondary" className="max-sm:flex-1" onClick={startOver}>
                  Discard
                </Button>
              )}
            </div>
          </div>
        </form>
        <ExampleDrive editor={editor} />
      </div>
      <aside className="grid min-w-0 gap-6 xl:sticky xl:top-8">
        <LatePanel late={page.late} isOn={isOn} />
        <TravelHistory changes={page.changes} />
      </aside>
      <ImpactQuestion editor={editor} />
      <LeaveQuestion
        isChanged={isChanged}
        description="Your changes to the travel settings would be lost."
        onLeave={dropTravelDraft}
      />
    </div>
  );
}

/** Who changed the settings, when, and what. */
function TravelHistory({ changes }: Pick<TravelPage, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <Section heading="Recent changes" className="border border-hairline bg-ivory p-5">
      <ul className="mt-4 border-t border-hairline">
        {changes.map((change) => (
          <li key={change.at} className="border-b border-hairline py-3 text-sm">
            <span className="block font-semibold">{formatInstant(change.at)}</span>
            <span className="block break-words text-ink-soft">{change.by}</span>
            {changeInWords(change).map((line) => (
              <span key={line} className="mt-1 block">
                {line}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

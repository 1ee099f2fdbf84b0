import { useMemo, useRef } from 'react';
import { NextTimes } from '@/entities/open-times/time-picker/next-times.tsx';
import { TimePicker } from '@/entities/open-times/time-picker/time-picker.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { formatDayAndTime } from '@/lib/days.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { useNow } from '@/lib/use-now.ts';
import { wantedPhoneStart, type PhoneWork } from '../phone-start.ts';
import type { StartSource, usePhoneStart } from '../use-phone-start.ts';
import { TypedStart } from './typed-start.tsx';

type PhoneTimeProps = {
  id: string;
  work: PhoneWork;
  when: ReturnType<typeof usePhoneStart>;
  heldFor: HeldFor | null;
};

/** The next available times; behind them the calendar as customers see it, and any other time. */
export function PhoneTime({ id, work, when, heldFor }: PhoneTimeProps) {
  const now = useNow();
  const { service, addOns, place, needsPlace } = work;
  const { start, problem, setStart } = when;
  const wanted = useMemo(
    () => wantedPhoneStart({ service, addOns, place, needsPlace }, now, heldFor),
    [service, addOns, place, needsPlace, now, heldFor],
  );
  const isPlaceMissing = needsPlace && place === null;
  const source = isPlaceMissing && when.source === 'calendar' ? 'next' : when.source;
  const notice = problem && (
    <Notice tone="danger" role="alert" className="mb-4">
      <p>{problem}</p>
    </Notice>
  );
  return (
    <Section heading="Date and time" headingClassName="heading-3">
      <p className="mt-1 mb-3 text-ink-soft">
        {start.date && start.time
          ? formatDayAndTime({ date: start.date, time: start.time })
          : 'Not chosen yet'}
      </p>
      {source === 'calendar' ? (
        // Narrower, the times are under the calendar: beside it the days would be too small to press.
        <div className="lg:max-xl:max-w-[31rem]">
          <TimePicker
            wanted={wanted}
            date={start.date}
            time={start.time}
            onDate={(date) => setStart({ date, time: null })}
            onTime={(date, time) => setStart({ date, time })}
            timesId={id}
            notice={notice}
          />
        </div>
      ) : (
        <div id={id} tabIndex={-1} className="scroll-mt-28 focus-quiet">
          {notice}
          {source === 'typed' ? (
            <TypedStart when={when} />
          ) : isPlaceMissing ? (
            <p>Enter the postal code first. The times depend on where the car will be.</p>
          ) : (
            <NextTimes wanted={wanted} chosen={start} onChoose={setStart} />
          )}
        </div>
      )}
      <OtherSources
        others={sources.filter((one) => one !== source && !(one === 'calendar' && isPlaceMissing))}
        onSource={when.setSource}
      />
    </Section>
  );
}

const sources: readonly StartSource[] = ['next', 'calendar', 'typed'];

const labels = {
  next: 'Next times',
  calendar: 'Show the calendar',
  typed: 'Another time',
} as const satisfies Record<StartSource, string>;

type OtherSourcesProps = {
  others: readonly StartSource[];
  onSource: (source: StartSource) => void;
};

function OtherSources({ others, onSource }: OtherSourcesProps) {
  const ref = useRef<HTMLDivElement>(null);
  const choose = (next: StartSource) => {
    onSource(next);
    // The pressed button is gone: its place takes the focus.
    ref.current?.focus();
  };
  return (
    <div ref={ref} tabIndex={-1} className="mt-4 flex flex-wrap gap-3 focus-quiet">
      {others.map((one) => (
        <Button
          key={one}
          variant="secondary"
          className="px-4 max-sm:flex-1"
          onClick={() => choose(one)}
        >
          {labels[one]}
        </Button>
      ))}
    </div>
  );
}

import { useMemo, useRef } from 'react';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import { NextTimes } from '@/entities/open-times/time-picker/next-times.tsx';
import { TimePicker } from '@/entities/open-times/time-picker/time-picker.tsx';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { unusualWords } from '@/entities/open-times/unusual-words.ts';
import { StartFields } from '@/entities/visit/start-fields.tsx';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { knownBusiness } from '@/lib/business.ts';
import { formatDayAndTime, firstOfMonth } from '@/lib/days.ts';
import { useNow } from '@/lib/use-now.ts';
import { bookedMinutes } from '@domain/booking/add-ons.ts';
import { findService, type AddOn, type Service } from '@domain/booking/catalogue.ts';
import type { TakenTime } from '@domain/time/schedule.ts';
import type { StartSource, usePhoneStart } from '../use-phone-start.ts';

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

/** Any day and time ahead, and what is unusual about it. */
function TypedStart({ when }: { when: ReturnType<typeof usePhoneStart> }) {
  const { start, unusual, setStart } = when;
  return (
    <>
      <div className="min-[23rem]:*:grid-cols-2">
        <StartFields
          start={{ date: start.date ?? '', time: start.time ?? '' }}
          onChange={({ date, time }) => setStart({ date: date || null, time: time || null })}
        />
      </div>
      <div role="status" className={unusual.length > 0 ? 'mt-4' : ''}>
        {unusual.length > 0 && (
          <Notice>
            {unusual.map((one) => (
              <p key={one}>{unusualWords[one]}</p>
            ))}
          </Notice>
        )}
      </div>
    </>
  );
}

type PhoneWork = {
  service: Service;
  addOns: readonly AddOn[];
  /** The postal code of the visit, once it is one. */
  place: string | null;
  needsPlace: boolean;
};

/**
 * A start by the rules for a new booking: the business keeps them as its customers do. What is held for whom it
 * is booked is theirs.
 */
function wantedPhoneStart(work: PhoneWork, now: number, heldFor: HeldFor | null): Wanted {
  const { service, addOns, place, needsPlace } = work;
  const takenInMonth: Wanted['takenInMonth'] = (month) => ({
    ...bookedMonthQuery(month),
    ...(heldFor && { select: (taken) => withoutHeld(taken, heldFor) }),
  });
  return {
    kind: 'booking',
    durationMinutes: bookedMinutes(service, addOns),
    now,
    takenInMonth,
    // Known already: the calendar beside the times shows the month.
    takenOnDay: (date) => takenInMonth(firstOfMonth(date)),
    question:
      needsPlace && place === null
        ? null
        : {
            kind: 'booking',
            serviceId: service.id,
            addOns: addOns.map(({ id }) => id),
            ...(place !== null && { postalCode: place }),
            forCaller: heldFor ? { offerId: heldFor.offerId } : {},
          },
  };
}

/** Where several crews are busy then, one of them is free for it. */
function withoutHeld(taken: TakenTime[], { date, time, serviceId, addOns }: HeldFor): TakenTime[] {
  const service = findService(knownBusiness(), serviceId);
  const minutes = service && bookedMinutes(service, addOns ?? []);
  const held = taken.findIndex(
    (one) =>
      one.date === date && one.time === time && one.durationMinutes === minutes && !one.isTimeOff,
  );
  return taken.filter((_, index) => index !== held);
}

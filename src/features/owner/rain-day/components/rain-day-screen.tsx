import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { useLive } from '@/lib/live.ts';
import { useNow } from '@/lib/use-now.ts';
import { localToday, addDays, type LocalDate } from '@domain/time/schedule.ts';
import { rainDaysQuery } from '../api/get-rain-days.ts';
import { isRainPart, type RainPart, partLabels, rainParts } from '../parts.ts';
import { useRefreshRain } from '../use-rain-plan.ts';
import { MarkedDay } from './marked-day.tsx';
import { RainPreview } from './rain-preview.tsx';

/** Calling off a day, or half of one, and who has answered. The day and its part stand in the address. */
export default function RainDayScreen() {
  const [query, setQuery] = useSearchParams();
  const [hours, setHours] = useState<number | null>(null);
  const refresh = useRefreshRain();
  useLive(['bookings', 'times', 'offers'], () => void refresh());
  const today = localToday(useNow());
  const asked = query.get('day') ?? '';
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= today ? asked : null;
  const wantedPart = query.get('part');
  const part = isRainPart(wantedPart) ? wantedPart : 'day';

  const choose = (change: { day?: string; part?: RainPart }) =>
    setQuery({ day: asked, part, ...change }, { replace: true });

  return (
    <Page
      title="Rain day"
      heading="Rain day"
      lead="Close a day or half a day. Its visits don’t take place that day. We email each customer up to three held times to choose from, free of charge. The bookings and payments stay, and move to the time that the customer chooses."
    >
      <div className="grid gap-16">
        <Section
          heading="Mark a rain day"
          headingClassName="heading-2"
          className="grid max-w-3xl gap-8"
        >
          <MarkForm day={asked} part={part} today={today} onChange={choose} />
          {day && (
            <RainPreview
              key={`${day} ${part}`}
              day={day}
              part={part}
              hours={hours}
              onHours={setHours}
            />
          )}
        </Section>
        <MarkedDays />
      </div>
    </Page>
  );
}

function MarkedDays() {
  const query = useQuery(rainDaysQuery);
  const { data } = query;
  if (!data)
    return (
      <NotLoaded query={query} loading="Loading rain days" failed="Could not load the rain days." />
    );
  return (
    <section
      aria-labelledby="marked-heading"
      id="marked-days"
      tabIndex={-1}
      className="focus-quiet"
    >
      <h2 id="marked-heading" className="mb-6 heading-2">
        Answers
      </h2>
      {!data.mail_is_on && (
        <Notice title="The rain day email is switched off" className="mb-6 max-w-3xl">
          Customers get no email. Call them, or switch the email on under Automatic emails.
        </Notice>
      )}
      {data.days.length === 0 ? (
        <p className="border-y border-hairline py-8 text-ink-soft">
          No rain days. After you mark one, the customers’ answers appear here.
        </p>
      ) : (
        <div className="grid gap-12">
          {data.days.map((rain) => (
            <MarkedDay key={rain.id} rain={rain} />
          ))}
        </div>
      )}
    </section>
  );
}

type MarkFormProps = {
  /** As it stands in the address; empty before one is chosen. */
  day: string;
  part: RainPart;
  today: LocalDate;
  onChange: (change: { day?: string; part?: RainPart }) => void;
};

const near = [
  ['Today', 0],
  ['Tomorrow', 1],
] as const;

/** Which day, and how much of it. */
function MarkForm({ day, part, today, onChange }: MarkFormProps) {
  const isOver = day !== '' && day < today;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Day"
          className="w-full sm:max-w-60"
          error={
            isOver ? 'This day is in the past. Please choose today or a later one.' : undefined
          }
          type="date"
          min={today}
          value={day}
          onChange={(event) => onChange({ day: event.target.value })}
        />
        {near.map(([label, ahead]) => (
          <button
            key={label}
            type="button"
            className="chip"
            aria-pressed={day === addDays(today, ahead)}
            onClick={() => onChange({ day: addDays(today, ahead) })}
          >
            {label}
          </button>
        ))}
      </div>
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Part of the day</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {rainParts.map((one) => (
            <RadioCard
              key={one}
              name="rain-part"
              value={one}
              label={partLabels[one].label}
              description={partLabels[one].note}
              checked={one === part}
              onChange={() => onChange({ part: one })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

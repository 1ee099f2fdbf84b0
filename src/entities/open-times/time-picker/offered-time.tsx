import { useId, type ComponentProps } from 'react';
import type { LocalTime } from '@domain/time/schedule.ts';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { toldEnd, toldTime } from '@/lib/told-times.ts';

type OfferedTimeProps = Omit<ComponentProps<typeof RadioCard>, 'label'> & {
  time: LocalTime;
  durationMinutes: number;
};

/** A start to choose, and below it when the visit is over. */
export function OfferedTime({ time, durationMinutes, ...card }: OfferedTimeProps) {
  const endId = useId();
  const end = toldEnd(time, durationMinutes);
  return (
    <div className="flex flex-col">
      <RadioCard
        {...card}
        label={toldTime(time)}
        aria-describedby={end ? endId : undefined}
        className="grow"
      />
      {end && (
        <p id={endId} className="mt-1 text-sm text-ink-soft">
          Until about {end}
        </p>
      )}
    </div>
  );
}

import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TimeOffForm, noTimeOff } from '@/entities/time-off/time-off-form.tsx';
import { useCrews } from '@/entities/crew/use-crew-title.ts';
import type { TimeOff } from '@contracts/calendar.ts';
import { stretchesOf } from '../time-off-stretches.ts';
import { useTimeOffTaken } from '../use-time-off.ts';
import { TimeOffList } from './time-off-list.tsx';
import { TimeSection } from './time-section.tsx';

/** When nobody, or one crew, takes anything new. Counts at once, unlike the rest of the screen. */
export function TimeOffSection({ timeOff, crews }: { timeOff: readonly TimeOff[]; crews: number }) {
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

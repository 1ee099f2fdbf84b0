import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import type { TimeOff } from '../api/get-time-page.ts';
import { stretchesOf } from '../time-off-stretches.ts';
import { TimeOffForm } from './time-off-form.tsx';
import { TimeOffList } from './time-off-list.tsx';
import { TimeSection } from './time-section.tsx';

/** When nobody, or one crew, takes anything new. Counts at once, unlike the rest of the screen. */
export function TimeOffSection({ timeOff, crews }: { timeOff: readonly TimeOff[]; crews: number }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <TimeSection
      id="time-off"
      heading="Time off"
      lead="Holidays of your own, a dentist, a van in the shop. It counts at once: those times can no longer be booked."
    >
      <TimeOffList stretches={stretchesOf(timeOff)} crews={crews} />
      {isAdding ? (
        <TimeOffForm crews={crews} onDone={() => setIsAdding(false)} />
      ) : (
        <Button
          variant="secondary"
          className="mt-6 max-sm:w-full"
          onClick={() => setIsAdding(true)}
        >
          Take time off
        </Button>
      )}
    </TimeSection>
  );
}

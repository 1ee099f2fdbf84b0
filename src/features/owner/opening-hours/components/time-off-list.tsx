import { useState } from 'react';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { noReason } from '@domain/time/time-off.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import type { TimeOffStretch } from '../time-off-stretches.ts';
import { useEndTimeOff } from '../use-time-off.ts';

export function TimeOffList({
  stretches,
  crews,
}: {
  stretches: readonly TimeOffStretch[];
  crews: number;
}) {
  const [asked, setAsked] = useState<TimeOffStretch | null>(null);
  const end = useEndTimeOff(() => setAsked(null));
  if (stretches.length === 0) {
    return <p className="border-y border-hairline py-6 text-ink-soft">No blocked time.</p>;
  }
  return (
    <>
      <ul aria-label="Blocked time" className="border-t border-hairline">
        {stretches.map((one) => (
          <li
            key={one.ids[0]}
            className="flex flex-wrap items-center gap-x-4 border-b border-hairline py-2"
          >
            <div className="min-w-0 flex-1 basis-40 py-1">
              <p className="font-semibold">{daysInWords(one)}</p>
              <p className="text-sm text-ink-soft">
                {[
                  timesInWords(one),
                  one.reason === noReason ? '' : one.reason,
                  crewInWords(one, crews),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Button
              variant="ghost"
              className="-mx-3 px-3!"
              aria-label={`Unblock ${daysInWords(one)}`}
              onClick={() => setAsked(one)}
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Unblock this time?"
        description={
          asked ? `${daysInWords(asked)}: customers can book these times again right away.` : ''
        }
        confirmLabel="Unblock time"
        cancelLabel="Keep it blocked"
        busy={end.isPending}
        onConfirm={() => asked && end.mutate(asked.ids)}
        focusAfter={() => document.querySelector('#time-off button')}
      />
    </>
  );
}

const daysInWords = ({ fromDay, untilDay }: TimeOffStretch): string =>
  fromDay === untilDay ? formatDate(fromDay) : `${formatDate(fromDay)} to ${formatDate(untilDay)}`;

function timesInWords({ fromDay, from, untilDay, until }: TimeOffStretch): string {
  if (from === '00:00' && until === '24:00') return fromDay === untilDay ? 'All day' : 'Whole days';
  const end = until === '24:00' ? 'the end of the day' : formatTime(until);
  return `From ${formatTime(from)} until ${end}`;
}

function crewInWords({ crew }: TimeOffStretch, crews: number): string {
  if (crew !== null) return `Crew ${crew}`;
  return crews > 1 ? 'All crews' : '';
}

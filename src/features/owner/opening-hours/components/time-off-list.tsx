import { useQueryClient } from '@tanstack/react-query';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { noReason } from '@domain/time/time-off.ts';
import { Button } from '@/components/ui/button.tsx';
import { useUnblock } from '@/entities/time-off/use-unblock.ts';
import { useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import type { TimeOffStretch } from '../time-off-stretches.ts';
import { timePageQuery } from '../api/time-page.ts';

export function TimeOffList({
  stretches,
  crews,
}: {
  stretches: readonly TimeOffStretch[];
  crews: number;
}) {
  const client = useQueryClient();
  const titleOf = useCrewTitle(crews > 1);
  const unblock = useUnblock(() => client.invalidateQueries(timePageQuery));
  if (stretches.length === 0) {
    return <p className="border-y border-hairline py-6 text-ink-soft">No blocked time.</p>;
  }
  return (
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
                one.crew !== null ? titleOf(one.crew) : crews > 1 ? 'All crews' : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <Button
            variant="ghost"
            className="-mx-3 px-3"
            aria-label={`Unblock ${daysInWords(one)}`}
            busy={unblock.isPending && unblock.variables.ids[0] === one.ids[0]}
            onClick={() => {
              unblock.mutate(one, {
                onSuccess: () => document.querySelector<HTMLElement>('#time-off button')?.focus(),
              });
            }}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
}

const daysInWords = ({ fromDay, untilDay }: TimeOffStretch): string =>
  fromDay === untilDay ? formatDate(fromDay) : `${formatDate(fromDay)} to ${formatDate(untilDay)}`;

function timesInWords({ fromDay, from, untilDay, until }: TimeOffStretch): string {
  if (from === '00:00' && until === '24:00') return fromDay === untilDay ? 'All day' : 'Whole days';
  const end = until === '24:00' ? 'the end of the day' : formatTime(until);
  return `From ${formatTime(from)} until ${end}`;
}

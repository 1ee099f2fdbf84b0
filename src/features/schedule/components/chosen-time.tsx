import { formatDate, formatDuration, formatTime } from '@domain/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import type { Start } from '../use-chosen-time.ts';

type ChosenTimeProps = { chosen: Start | null; durationMinutes: number; onChange: () => void };

/** What was picked above, in words, with the way back to it. */
export function ChosenTime({ chosen, durationMinutes, onChange }: ChosenTimeProps) {
  return (
    <div className="flex items-center justify-between gap-6 border-y border-hairline py-4">
      {chosen ? (
        <p>
          <strong className="font-semibold">
            {formatDate(chosen.date)} at {formatTime(chosen.time)}
          </strong>
          <span className="block text-sm text-ink-soft">
            About {formatDuration(durationMinutes)}
          </span>
        </p>
      ) : (
        <p className="font-semibold text-danger">No time picked yet</p>
      )}
      <Button variant="secondary" className="shrink-0" onClick={onChange}>
        {chosen ? 'Change' : 'Pick a time'}
      </Button>
    </div>
  );
}

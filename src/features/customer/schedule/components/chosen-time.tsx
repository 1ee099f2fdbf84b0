import { formatDuration } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import type { Start } from '../use-chosen-time.ts';
import { toldStart } from '@/lib/told-times.ts';

type ChosenTimeProps = { chosen: Start | null; durationMinutes: number; onChange: () => void };

/** What was picked above, in words, with the way back to it. */
export function ChosenTime({ chosen, durationMinutes, onChange }: ChosenTimeProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-hairline py-4">
      {chosen ? (
        <p className="flex-1 basis-32">
          <strong className="font-semibold">{toldStart(chosen)}</strong>
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

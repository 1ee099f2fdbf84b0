import { localToday } from '@domain/time/schedule.ts';
import { TextField } from '@/components/ui/field.tsx';
import { useNow } from '@/lib/use-now.ts';
import type { NewStart } from './move-visit.ts';

type StartFieldsProps = { start: NewStart; onChange: (start: NewStart) => void };

/** The day and time that a visit is moved to: any, from today on. */
export function StartFields({ start, onChange }: StartFieldsProps) {
  const today = localToday(useNow());
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Day"
        required
        type="date"
        min={today}
        value={start.date}
        onChange={({ target }) => onChange({ ...start, date: target.value })}
      />
      <TextField
        label="Time"
        required
        type="time"
        step={300}
        value={start.time}
        onChange={({ target }) => onChange({ ...start, time: target.value })}
      />
    </div>
  );
}

import type { LocalTime } from '@domain/time/schedule.ts';
import { TextField } from '@/components/ui/field.tsx';

type TimeFieldProps = {
  label: string;
  value: LocalTime;
  error?: string | undefined;
  onChange: (time: LocalTime) => void;
};

export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  return (
    <TextField
      label={label}
      error={error}
      className="max-w-64 min-w-0"
      type="time"
      step={300}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

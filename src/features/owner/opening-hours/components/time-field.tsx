import type { LocalTime } from '@domain/time/schedule.ts';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';

type TimeFieldProps = {
  label: string;
  value: LocalTime;
  error?: string | undefined;
  onChange: (time: LocalTime) => void;
};

export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  return (
    <Field label={label} error={error} className="max-w-64 min-w-0">
      {(control) => (
        <TextInput
          {...control}
          type="time"
          step={300}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

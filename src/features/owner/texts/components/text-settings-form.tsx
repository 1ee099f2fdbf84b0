import { useForm, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { plainLine } from '@domain/contact/typed-text.ts';
import type { TextSettings } from '../api/text-settings.ts';
import { useTextSettings } from '../use-text-settings.ts';

/** When reminders are sent, when none are, and how many a day. */
export function TextSettingsForm({ settings }: { settings: TextSettings }) {
  const save = useTextSettings();
  const form = useForm<TextSettingsInput>({
    // What another session saves arrives in the fields that nothing was typed in.
    values: inputOf(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const field = fieldOf(form);
  const { isDirty } = form.formState;
  const remind = useWatch({ control: form.control, name: 'remind' });

  const submit = form.handleSubmit((input) => {
    const result = changeFrom(input);
    if (result.ok) {
      if (!isDirty) return;
      save.mutate(
        { change: result.change, done: 'The times and the limit are saved.' },
        { onSuccess: (kept) => form.reset(inputOf(kept)) },
      );
      return;
    }
    for (const [name, message] of Object.entries(result.fields)) {
      form.setError(name as keyof TextSettingsInput, { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-4xl gap-6 py-7">
      <h2 className="heading-3">Times and limit</h2>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField label="Reminder" {...field('remind')}>
          <option value="evening">On the day before</option>
          <option value="hours">Hours before the visit</option>
        </SelectField>
        {remind === 'hours' ? (
          <TextField
            label="Hours before"
            hint="A reminder at night is sent the evening before."
            inputMode="numeric"
            autoComplete="off"
            {...field('reminderHours')}
          />
        ) : (
          <TextField
            label="Time of the reminder"
            hint="Local time."
            type="time"
            {...field('reminderAt')}
          />
        )}
        <TextField
          label="Quiet hours from"
          hint="Texts wait until morning, except “on my way”."
          type="time"
          {...field('quietFrom')}
        />
        <TextField label="Quiet hours until" type="time" {...field('quietUntil')} />
        <TextField
          label="Segments a day"
          hint="The SMS service charges for each segment of 160 characters."
          inputMode="numeric"
          autoComplete="off"
          {...field('segmentsADay')}
        />
      </div>
      <Problem title="Not saved">{save.error && failureSentence(save.error)}</Problem>
      <Button
        type="submit"
        variant="secondary"
        busy={save.isPending}
        aria-disabled={!isDirty}
        className="justify-self-start max-sm:w-full"
      >
        Save
      </Button>
    </form>
  );
}

/** As it is typed. */
type TextSettingsInput = {
  remind: 'evening' | 'hours';
  reminderAt: string;
  reminderHours: string;
  quietFrom: string;
  quietUntil: string;
  segmentsADay: string;
};

type TextSettingsErrors = Partial<Record<keyof TextSettingsInput, string>>;

const inputOf = (settings: TextSettings): TextSettingsInput => ({
  remind: settings.reminder_hours === null ? 'evening' : 'hours',
  reminderAt: (settings.reminder_at ?? '18:00').slice(0, 5),
  reminderHours: String(settings.reminder_hours ?? 3),
  quietFrom: settings.quiet_from.slice(0, 5),
  quietUntil: settings.quiet_until.slice(0, 5),
  segmentsADay: String(settings.segments_a_day),
});

type Change = Omit<TextSettings, 'is_on' | 'kinds'>;

/** What was typed as a change, or what is wrong with it. */
function changeFrom(
  input: TextSettingsInput,
): { ok: true; change: Change } | { ok: false; fields: TextSettingsErrors } {
  const isByHours = input.remind === 'hours';
  const hours = wholeNumber(input.reminderHours, 48);
  const segments = wholeNumber(input.segmentsADay, 10_000);
  const fields: TextSettingsErrors = {
    ...(!isByHours && !isTime(input.reminderAt) && { reminderAt: aTime }),
    ...(isByHours && hours === null && { reminderHours: 'Please enter hours, from 1 to 48.' }),
    ...(!isTime(input.quietFrom) && { quietFrom: aTime }),
    ...(!isTime(input.quietUntil) && { quietUntil: aTime }),
    ...(segments === null && { segmentsADay: 'Please enter a number from 1 to 10,000.' }),
  };
  if (!fields.quietFrom && !fields.quietUntil && input.quietUntil >= input.quietFrom) {
    fields.quietUntil = 'The quiet hours must end in the morning, before they begin again.';
  }
  if (Object.keys(fields).length > 0 || segments === null) return { ok: false, fields };
  return {
    ok: true,
    change: {
      reminder_at: isByHours ? null : input.reminderAt,
      reminder_hours: isByHours ? hours : null,
      quiet_from: input.quietFrom,
      quiet_until: input.quietUntil,
      segments_a_day: segments,
    },
  };
}

const aTime = 'Please enter a time of day.';
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function wholeNumber(text: string, most: number): number | null {
  const number = Number(plainLine(text));
  return /^\d{1,5}$/.test(text.trim()) && number >= 1 && number <= most ? number : null;
}

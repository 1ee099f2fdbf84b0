import { useForm, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { fieldOf } from '@/lib/field-of.ts';
import type { TextSettings } from '../api/text-settings.ts';
import { changeFrom, inputOf, type TextSettingsInput } from '../text-settings-form.ts';
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

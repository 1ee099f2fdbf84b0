import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import type { MailSetting } from '../api/mail-settings.ts';
import { kindOf } from '../mail-kinds.ts';
import type { useMailSetting } from '../use-mail-setting.ts';
import { changeFrom, inputOf, type SettingInput } from '../setting-form.ts';

type MailSettingFormProps = {
  setting: MailSetting;
  save: ReturnType<typeof useMailSetting>;
};

/** When and how often: only what makes sense for this kind of mail. */
export function MailSettingForm({ setting, save }: MailSettingFormProps) {
  const { label, wait, hour, count } = kindOf(setting.template_type);
  const form = useForm<SettingInput>({
    // What others save arrives in the fields that nothing was typed in.
    values: inputOf(setting),
    resetOptions: { keepDirtyValues: true },
  });
  const field = fieldOf(form);
  const { isDirty, dirtyFields } = form.formState;

  const submit = form.handleSubmit((input) => {
    const result = changeFrom(setting.template_type, input, dirtyFields);
    if (result.ok) {
      if (!isDirty) return;
      const done = `The settings for “${label}” are saved.`;
      save.mutate({ change: result.change, done }, { onSuccess: () => form.reset(input) });
      return;
    }
    for (const [name, message] of Object.entries(result.fields)) {
      form.setError(name as keyof SettingInput, { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-5 grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {hour && <TextField label={hour.label} hint={hour.hint} type="time" {...field('time')} />}
        {wait && (
          <TextField
            label={wait.label}
            hint={wait.hint}
            inputMode="numeric"
            autoComplete="off"
            {...field('hours')}
          />
        )}
        {count && (
          <SelectField label={count.label} hint={count.hint} {...field('most')}>
            {[1, 2, 3].map((most) => (
              <option key={most} value={most}>
                {most === 1 ? 'Once' : `${most} times`}
              </option>
            ))}
          </SelectField>
        )}
      </div>
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

import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { Lever } from '@/components/ui/lever.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths, adminTemplatePath } from '@/config/admin-paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { toast } from '@/lib/toast.ts';
import { plainLine } from '@domain/contact/typed-text.ts';
import {
  mailSettingsQuery,
  type MailSetting,
  type SettingChange,
  changeSetting,
} from '../api/mail-settings.ts';
import { placeOf, kindOf } from '../mail-kinds.ts';

/** Which mails go out by themselves, when, and how often. */
export default function MailSettingsScreen() {
  return (
    <Page
      title="Automatic emails"
      heading="Automatic emails"
      lead="Switch an email on or off, choose its time, or reword it. Confirmations and other required emails are always sent."
    >
      <Settings />
    </Page>
  );
}

function Settings() {
  const query = useQuery(mailSettingsQuery);
  const { data } = query;
  if (!data) {
    return (
      <NotLoaded
        query={query}
        loading="Loading automatic emails"
        failed="Could not load the automatic emails."
      />
    );
  }
  const sorted = [...data.settings].sort(
    (one, other) => placeOf(one.template_type) - placeOf(other.template_type),
  );
  return (
    <ul
      aria-label="Automatic emails"
      className="max-w-4xl border-t border-hairline xl:grid xl:max-w-none xl:grid-cols-2 xl:gap-x-14"
    >
      {sorted.map((setting) => (
        <li key={setting.template_type} className="border-b border-hairline">
          <MailSettingCard
            setting={setting}
            templateId={data.templateIds.get(setting.template_type) ?? null}
          />
        </li>
      ))}
    </ul>
  );
}

type MailSettingCardProps = {
  setting: MailSetting;
  /** Null when no template of this kind is left: then the wording it came with is sent. */
  templateId: string | null;
};

function MailSettingCard({ setting, templateId }: MailSettingCardProps) {
  const headingId = useId();
  const { template_type: type, is_on: isOn } = setting;
  const kind = kindOf(type);
  const save = useMailSetting(type);
  const turn = () =>
    save.mutate({
      change: { is_on: !isOn },
      done: `“${kind.label}” is ${isOn ? 'switched off' : 'switched on'}.`,
    });

  return (
    <section aria-labelledby={headingId} className="py-7">
      <div className="flex items-start justify-between gap-6">
        <div className="min-w-0">
          <h2 id={headingId} className="heading-3">
            {kind.label}
          </h2>
          {kind.description && <p className="mt-1.5 max-w-xl text-ink-soft">{kind.description}</p>}
        </div>
        <Lever labelledBy={headingId} isOn={isOn} busy={save.isPending} onTurn={turn} />
      </div>
      <Problem className="mt-5" title="Not saved">
        {save.error && failureSentence(save.error)}
      </Problem>
      {(kind.wait ?? kind.hour ?? kind.count) && <MailSettingForm setting={setting} save={save} />}
      <Link
        to={templateId ? adminTemplatePath(templateId) : adminPaths.templates}
        className="mt-3 text-link"
      >
        Edit text<span className="sr-only"> of “{kind.label}”</span>
      </Link>
    </section>
  );
}

type MailSettingFormProps = {
  setting: MailSetting;
  save: ReturnType<typeof useMailSetting>;
};

/** When and how often: only what makes sense for this kind of mail. */
function MailSettingForm({ setting, save }: MailSettingFormProps) {
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

/** As it is typed. */
type SettingInput = { hours: string; time: string; most: string };

type SettingErrors = Partial<Record<keyof SettingInput, string>>;

const inputOf = (setting: MailSetting): SettingInput => ({
  hours: String(setting.wait_hours ?? 0),
  time: (setting.send_at ?? '17:00').slice(0, 5),
  most: String(setting.most),
});

/** What was typed as a change of this kind of mail, and of nothing else, or what is wrong with it. */
function changeFrom(
  templateType: string,
  input: SettingInput,
  typed: Partial<Record<keyof SettingInput, boolean>>,
): { ok: true; change: SettingChange } | { ok: false; fields: SettingErrors } {
  const { wait, hour, count } = kindOf(templateType);
  const fields: SettingErrors = {};
  const hours = Number(plainLine(input.hours));
  if (wait && !(/^\d{1,4}$/.test(input.hours.trim()) && hours <= wait.longest)) {
    fields.hours = `Please enter whole hours, from 0 to ${wait.longest}.`;
  }
  if (hour && !/^([01]\d|2[0-3]):[0-5]\d$/.test(input.time)) {
    fields.time = 'Please enter a time of day.';
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields };
  return {
    ok: true,
    change: {
      ...(wait && typed.hours && { wait_hours: hours }),
      ...(hour && typed.time && { send_at: input.time }),
      ...(count && typed.most && { most: Number(input.most) }),
    },
  };
}

/** Changes one setting, shows it as it is kept then, and says `done`. */
function useMailSetting(templateType: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ change }: { change: SettingChange; done: string }) =>
      changeSetting(templateType, change),
    onSuccess: (kept, { done }) => {
      client.setQueryData(mailSettingsQuery.queryKey, (known) => {
        const swap = (one: typeof kept) => (one.template_type === templateType ? kept : one);
        return known && { ...known, settings: known.settings.map(swap) };
      });
      toast({ title: 'Saved', description: done });
    },
  });
}

import { useForm } from 'react-hook-form';
import { validatePersonName, type PersonName } from '@domain/contact/account.ts';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { formRules } from '@/lib/form-rules.ts';
import { toast } from '@/lib/toast.ts';
import type { Account } from '../api/get-account.ts';
import { saveName } from '../api/change-account.ts';
import { useAccountChange, useReloadAccount } from '../use-account-change.ts';
import { AccountSection } from './account-section.tsx';
import { SaveRow } from './save-row.tsx';

export function NameSection({ account }: { account: Account }) {
  const reload = useReloadAccount();
  const { register, handleSubmit, formState } = useForm<PersonName, unknown, PersonName>({
    defaultValues: { firstName: account.firstName, lastName: account.lastName },
    resolver: formRules(validatePersonName),
  });
  const { errors } = formState;

  const save = useAccountChange({
    mutationFn: saveName,
    onSuccess: (_, { firstName }) => {
      toast({ title: 'Saved', description: `We’ll call you ${firstName}.` });
      return reload();
    },
  });

  return (
    <AccountSection
      id="name"
      heading="Your name"
      description="We greet you with it and fill it in when you book."
    >
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((name) => save.mutate(name))(event)}
        className="grid gap-6"
      >
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="First Name" required error={errors.firstName?.message}>
            {(control) => (
              <TextInput {...control} autoComplete="given-name" {...register('firstName')} />
            )}
          </Field>
          <Field label="Last Name" required error={errors.lastName?.message}>
            {(control) => (
              <TextInput {...control} autoComplete="family-name" {...register('lastName')} />
            )}
          </Field>
        </div>
        <SaveRow label="Save Name" change={save} />
      </form>
    </AccountSection>
  );
}

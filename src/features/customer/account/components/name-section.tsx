import { useForm } from 'react-hook-form';
import { validatePersonName, type PersonName } from '@domain/contact/account.ts';
import { TextField } from '@/components/ui/field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast } from '@/lib/toast.ts';
import type { Account } from '../api/get-account.ts';
import { saveName } from '../api/change-account.ts';
import { useAccountChange, useReloadAccount } from '../use-account-change.ts';
import { AccountSection } from './account-section.tsx';
import { SaveRow } from './save-row.tsx';

export function NameSection({ account }: { account: Account }) {
  const reload = useReloadAccount();
  const form = useForm<PersonName, unknown, PersonName>({
    defaultValues: { firstName: account.firstName, lastName: account.lastName },
    resolver: formRules(validatePersonName),
  });
  const field = fieldOf(form);

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
        onSubmit={(event) => void form.handleSubmit((name) => save.mutate(name))(event)}
        className="grid gap-6"
      >
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            label="First Name"
            required
            autoComplete="given-name"
            {...field('firstName')}
          />
          <TextField label="Last Name" required autoComplete="family-name" {...field('lastName')} />
        </div>
        <SaveRow label="Save Name" change={save} />
      </form>
    </AccountSection>
  );
}

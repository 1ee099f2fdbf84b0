import { useForm } from 'react-hook-form';
import { checkEmail } from '@domain/contact/field-checks.ts';
import { gather } from '@domain/contact/form-checks.ts';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { toast } from '@/lib/toast.ts';
import { changeEmail } from '../api/change-account.ts';
import type { Account } from '../api/get-account.ts';
import { useAccountChange, useReloadAccount } from '../use-account-change.ts';
import { AccountSection } from './account-section.tsx';
import { SaveRow } from './save-row.tsx';

type EmailInput = { email: string };

const validate = ({ email }: EmailInput) => gather({ email: checkEmail(email) });

export function EmailSection({ account }: { account: Account }) {
  const reload = useReloadAccount();
  const form = useForm<EmailInput, unknown, EmailInput>({
    defaultValues: { email: '' },
    resolver: formRules(validate),
  });

  const change = useAccountChange({
    mutationFn: changeEmail,
    onSuccess: () => {
      toast({
        title: 'Almost there!',
        description: 'Please follow the links we emailed to both addresses.',
      });
      form.reset({ email: '' });
      return reload();
    },
  });
  const save = form.handleSubmit(({ email }) => {
    if (email !== account.email) change.mutate(email);
    else form.setError('email', { type: 'rule', message: 'This is already your address.' });
  });

  return (
    <AccountSection
      id="email"
      heading="Email address"
      description="You sign in with it and get confirmations there. To change it, follow the links we email to your old and new addresses."
    >
      <p className="font-semibold wrap-anywhere">{account.email}</p>
      {account.newEmail && (
        <Notice title="Waiting for both confirmations" className="mt-5">
          Please follow the links we emailed to {account.email} and to {account.newEmail}. Until
          then, nothing changes.
        </Notice>
      )}
      <form noValidate onSubmit={(event) => void save(event)} className="mt-6 grid gap-6">
        <TextField
          label="New Email Address"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          {...fieldOf(form)('email')}
        />
        <SaveRow label="Change Email" change={change} />
      </form>
    </AccountSection>
  );
}

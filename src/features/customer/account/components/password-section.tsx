import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { SignInMethods } from '@/components/sign-in-methods.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { PasswordField } from '@/components/ui/password-field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { signInMethodsQuery } from '@/lib/sign-in-methods.ts';
import { toast } from '@/lib/toast.ts';
import {
  newPasswordHint,
  shortestAdministratorPassword,
  shortestPassword,
  validateNewPassword,
  type NewPassword,
} from '@domain/contact/account.ts';
import { changePassword } from '../api/change-account.ts';
import type { Account } from '../api/get-account.ts';
import { secondFactorQuery } from '../api/second-factor.ts';
import { useAccountChange } from '../use-account-change.ts';
import { AccountSection } from './account-section.tsx';
import { SaveRow } from './save-row.tsx';

export function PasswordSection({ account }: { account: Account }) {
  const change = usePasswordChange();
  // An account opened by a code has none.
  const hasPassword = useQuery(signInMethodsQuery).data?.some((one) => one.startsWith('Password'));
  return (
    <AccountSection
      id="password"
      heading="Password"
      description={
        hasPassword === false
          ? 'You haven’t set a password: you sign in with a code or a link. Setting one signs out every other device.'
          : 'Changing it signs out every other device. You stay signed in here.'
      }
    >
      <PasswordForm
        key={change.changes}
        account={account}
        change={change}
        label={hasPassword === false ? 'Set Password' : 'Change Password'}
      />
      {change.methods && (
        <Notice tone="success" role="status" title="Password changed" className="mt-6">
          <SignInMethods methods={change.methods} isAtAccount />
        </Notice>
      )}
    </AccountSection>
  );
}

type PasswordFormProps = {
  account: Account;
  change: ReturnType<typeof usePasswordChange>;
  /** Of the button. */
  label: string;
};

function PasswordForm({ account, change, label }: PasswordFormProps) {
  const isAdministrator = useQuery(secondFactorQuery).data?.isAdministrator ?? false;
  const least = isAdministrator ? shortestAdministratorPassword : shortestPassword;
  const form = useForm<NewPassword, unknown, NewPassword>({
    defaultValues: { password: '' },
    resolver: formRules((input) => validateNewPassword(input, least)),
  });
  const typed = useWatch({ control: form.control, name: 'password' });
  const save = form.handleSubmit(({ password }) => change.mutate(password));
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-6">
      {/* So that a password manager knows which entry to change. */}
      <input type="hidden" autoComplete="username" value={account.email} readOnly />
      <PasswordField
        label="New Password"
        required
        hint={newPasswordHint(typed, least)}
        autoComplete="new-password"
        {...fieldOf(form)('password')}
      />
      <SaveRow label={label} change={change} />
    </form>
  );
}

/** A new password for the current sign-in. */
function usePasswordChange() {
  const client = useQueryClient();
  const [changes, setChanges] = useState(0);
  /** What signs in now; null before a change, and when it could not be loaded. */
  const [methods, setMethods] = useState<string[] | null>(null);

  const change = useAccountChange({
    mutationFn: changePassword,
    onSuccess: async () => {
      toast({
        title: 'Password Changed',
        description: 'You stay signed in here. Every other device is signed out.',
      });
      setChanges((count) => count + 1);
      setMethods(await client.query(signInMethodsQuery).catch(() => null));
    },
  });

  return {
    ...change,
    methods,
    /** How often it was changed: a form starts anew with it. */
    changes,
  };
}

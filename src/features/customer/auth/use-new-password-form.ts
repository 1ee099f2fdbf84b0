import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { validateNewPassword, type NewPassword } from '@domain/contact/account.ts';
import { formRules } from '@/lib/form-rules.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { toast } from '@/lib/toast.ts';
import { setPassword } from './api/password.ts';
import { authFailureText } from '@/lib/auth-failure.ts';

type Steps = { onSaving: () => void; onSaved: () => void };

export function useNewPasswordForm({ onSaving, onSaved }: Steps) {
  const form = useForm<NewPassword, unknown, NewPassword>({
    defaultValues: { password: '' },
    resolver: formRules(validateNewPassword),
  });
  const [failure, setFailure] = useState<string | null>(null);

  const save = async ({ password }: NewPassword) => {
    setFailure(null);
    onSaving();
    try {
      await withFreshProof(() => setPassword(password));
      onSaved();
      toast({ title: 'Password Changed', description: 'You are signed in.' });
    } catch (error) {
      setFailure(authFailureText(error));
    }
  };

  return { form, submit: form.handleSubmit(save), failure };
}

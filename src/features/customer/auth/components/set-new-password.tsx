import { useWatch } from 'react-hook-form';
import { newPasswordHint } from '@domain/contact/account.ts';
import { ConfirmItIsYou } from '@/components/confirm-it-is-you.tsx';
import { Button } from '@/components/ui/button.tsx';
import { PasswordField } from '@/components/ui/password-field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { useNewPasswordForm } from '../use-new-password-form.ts';

type SetNewPasswordProps = {
  /** Whose password it is. */
  email: string;
  onSaving: () => void;
  onSaved: () => void;
};

/** Opened from the link of a recovery email. */
export function SetNewPassword({ email, ...steps }: SetNewPasswordProps) {
  const { form, submit, failure } = useNewPasswordForm(steps);
  const { isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <Page
      width="narrow"
      title="New Password"
      heading="Set a new password."
      lead="Your old one no longer works once you save this."
    >
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-6 border border-hairline bg-ivory p-6 sm:p-10"
      >
        {/* So that a password manager knows which entry to change. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="New Password"
          required
          hint={newPasswordHint(typed)}
          autoComplete="new-password"
          {...fieldOf(form)('password')}
        />
        <Problem>{failure}</Problem>
        <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
          Save Password
        </Button>
      </form>
      <ConfirmItIsYou />
    </Page>
  );
}

import { useWatch } from 'react-hook-form';
import { newPasswordHint } from '@domain/contact/account.ts';
import { EarlyFields } from '@/components/early-fields.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { PasswordField } from '@/components/ui/password-field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import type { useCredentialsForm } from '../use-credentials-form.ts';

type CredentialsFormProps = {
  credentials: ReturnType<typeof useCredentialsForm>;
  onCodeInstead: () => void;
};

export function CredentialsForm({ credentials, onCodeInstead }: CredentialsFormProps) {
  const { form, isSignUp, outcome } = credentials;
  const field = fieldOf(form);
  const { isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <form
      noValidate
      onSubmit={(event) => void credentials.submit(event)}
      className="border border-hairline bg-ivory p-6 sm:p-10"
    >
      <EarlyFields className="grid min-w-0 gap-6">
        <TextField
          label="Email Address"
          required
          type="email"
          inputMode="email"
          autoComplete="username"
          {...field('email')}
        />
        {isSignUp && (
          <TextField
            label="Phone (optional)"
            hint="We call this number only about a booking."
            type="tel"
            autoComplete="tel"
            {...field('phone')}
          />
        )}
        <PasswordField
          label="Password"
          required
          hint={isSignUp ? newPasswordHint(typed) : undefined}
          autoComplete={isSignUp ? 'new-password' : 'current-password'}
          {...field('password')}
        />
        {outcome && (
          <Notice tone={outcome.tone} title={outcome.title}>
            {outcome.description}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" busy={isSubmitting} className="max-sm:w-full sm:min-w-40">
            {isSignUp ? 'Sign Up' : 'Sign In'}
          </Button>
          {!isSignUp && (
            <Button
              variant="ghost"
              busy={credentials.isResetting}
              className="max-sm:w-full sm:px-0"
              onClick={() => void credentials.resetPassword()}
            >
              Forgot Password?
            </Button>
          )}
        </div>
        {!isSignUp && (
          <p className="flex flex-wrap items-center gap-x-2 border-t border-hairline pt-5 text-ink-soft">
            No password?
            <button type="button" className={quietButton} onClick={onCodeInstead}>
              Email or text me a sign-in code
            </button>
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-2 border-t border-hairline pt-5 text-ink-soft">
          {isSignUp ? 'Already have an account?' : 'New here?'}
          <button type="button" className={quietButton} onClick={credentials.toggle}>
            {isSignUp ? 'Sign in instead' : 'Create an account'}
          </button>
        </p>
      </EarlyFields>
    </form>
  );
}

const quietButton = 'min-h-11 text-left font-semibold text-ink underline underline-offset-4';

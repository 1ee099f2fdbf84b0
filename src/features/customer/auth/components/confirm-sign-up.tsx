import { useLocation } from '@/lib/location.tsx';
import { CodeForm } from '@/components/code-form.tsx';
import { Button } from '@/components/ui/button.tsx';
import { authFailureText, codeFailureText } from '@/lib/auth-failure.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { confirmSignUpCode, resendConfirmation } from '../api/sign-in-code.ts';
import type { LoginState } from '../arrival.ts';
import { doneTitles } from '../mailed-link.ts';

type ConfirmSignUpProps = {
  email: string;
  /** For an address that was confirmed on another device. */
  onSignIn: () => void;
};

/** Takes the code of the email that confirms a new account, which signs in as its link does. */
export function ConfirmSignUp({ email, onSignIn }: ConfirmSignUpProps) {
  const state = useLocation().state as LoginState;

  const confirm = async (code: string): Promise<string | null> => {
    try {
      await confirmSignUpCode(email, code);
    } catch (error) {
      const description = codeFailureText(error);
      toastFailure('Verification Failed', description);
      return description;
    }
    toast({ title: doneTitles.signup, description: `You’re signed in as ${email}.` });
    return null;
  };

  const resend = async (): Promise<string | null> => {
    try {
      await resendConfirmation(email, state?.from);
      return null;
    } catch (error) {
      return authFailureText(error);
    }
  };

  return (
    <div className="border border-hairline bg-ivory p-6 sm:p-10">
      <CodeForm
        label="Code from the email"
        hint={`Six digits, sent to ${email}. The link in the email works as well.`}
        submitLabel="Confirm email address"
        takesFocus={false}
        onCode={confirm}
        onResend={resend}
      >
        <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={onSignIn}>
          Sign in instead
        </Button>
      </CodeForm>
    </div>
  );
}

import { CodeForm } from '@/components/code-form.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { type SentTo, useCodeSignIn } from '../use-code-sign-in.ts';

type CodeSignInProps = { startContact: string; onBack: () => void };

/** Signing in by a code that is sent to the address, or the phone number, of the account. */
export function CodeSignIn({ startContact, onBack }: CodeSignInProps) {
  const signIn = useCodeSignIn(startContact);
  return (
    <div className="border border-hairline bg-ivory p-6 sm:p-10">
      {signIn.sentTo ? (
        <CodeForm
          label="Sign-in Code"
          hint={whereItIs(signIn.sentTo, signIn.isForMove)}
          submitLabel="Sign In"
          onCode={signIn.confirm}
          onResend={signIn.resend}
        >
          <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={signIn.startAgain}>
            Use another email address
          </Button>
          {'bookingId' in signIn.sentTo && (
            <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={onBack}>
              Use my password
            </Button>
          )}
        </CodeForm>
      ) : (
        <AskForCode signIn={signIn} onBack={onBack} />
      )}
    </div>
  );
}

type AskForCodeProps = { signIn: ReturnType<typeof useCodeSignIn>; onBack: () => void };

function AskForCode({ signIn, onBack }: AskForCodeProps) {
  const { isForMove } = signIn;
  const field = fieldOf(signIn.form);
  const { isSubmitting } = signIn.form.formState;
  return (
    <form noValidate onSubmit={(event) => void signIn.submit(event)} className="grid gap-6">
      <TextField
        label={isForMove ? 'Email Address' : 'Email Address or Phone'}
        required
        hint={
          isForMove
            ? 'Enter the email address of your booking. We send a six-digit code there, so you don’t need a password.'
            : 'We send you a six-digit code. It works once, for a short time.'
        }
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('contact')}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={isSubmitting} className="max-sm:w-full sm:min-w-40">
          {isForMove ? 'Email me a code' : 'Send me a code'}
        </Button>
        <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={onBack}>
          Use my password
        </Button>
      </div>
    </form>
  );
}

/** Says where to look without telling whether there is such an account. */
function whereItIs(sentTo: SentTo, isForMove: boolean): string {
  if ('bookingId' in sentTo) {
    return `We emailed a code to ${sentTo.maskedEmail}, the address of your booking. The link in the email works as well.`;
  }
  if (isForMove && 'email' in sentTo) {
    return `We emailed a code to ${sentTo.email}. The link in the email works as well.`;
  }
  return 'phone' in sentTo
    ? `If ${sentTo.phone} belongs to an account, we have texted a code to it.`
    : `If ${sentTo.email} has an account or a booking, we’ve emailed a code to it. The link in the email works as well.`;
}

import { useQuery } from '@tanstack/react-query';
import { SignInMethods } from '@/components/sign-in-methods.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { signInMethodsQuery } from '@/lib/sign-in-methods.ts';

/** After a forgotten password was replaced: what else opens the account, before the visitor goes on. */
export function NewPasswordSet({ onDone }: { onDone: () => void }) {
  const methods = useQuery(signInMethodsQuery);
  return (
    <Page
      width="narrow"
      title="Password Changed"
      heading="Your password is changed."
      lead="You’re signed in with it here. Every other device is signed out."
    >
      {methods.isPending && <Spinner label="Loading" />}
      {methods.data && <SignInMethods methods={methods.data} />}
      {methods.isError && <p>Please check your phone number and second factor in your account.</p>}
      <Button className="mt-8 max-sm:w-full" onClick={onDone}>
        Continue
      </Button>
    </Page>
  );
}

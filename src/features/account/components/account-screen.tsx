import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useAccount } from '../use-account.ts';
import { AccountSections } from './account-sections.tsx';

/** What is kept about whoever is signed in, and how they sign in. */
export function AccountScreen() {
  const account = useAccount();
  return (
    <Page
      heading="Your Account"
      lead="Who you are to us, how you sign in, and what happens to what we keep."
    >
      {account.data && <AccountSections account={account.data} />}
      {account.isPending && <Spinner label="Loading your account" />}
      {account.isError && !account.data && (
        <Notice tone="danger" title="Could not fetch your account." className="max-w-2xl">
          <p>Please check your connection and try again.</p>
          <Button
            variant="secondary"
            className="mt-5"
            busy={account.isFetching}
            onClick={() => void account.refetch()}
          >
            Try again
          </Button>
        </Notice>
      )}
    </Page>
  );
}

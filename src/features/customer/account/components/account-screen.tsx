import { useQuery } from '@tanstack/react-query';
import { ConfirmItIsYou } from '@/components/confirm-it-is-you.tsx';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { accountQuery } from '../api/get-account.ts';
import { AccountSections } from './account-sections.tsx';

/** What is kept about whoever is signed in, and how they sign in. */
export function AccountScreen() {
  const account = useQuery(accountQuery);
  return (
    <Page heading="Your account" lead="Your details, how you sign in, and your data.">
      {account.data && <AccountSections account={account.data} />}
      {account.isPending && <Spinner label="Loading your account" />}
      {account.isError && !account.data && (
        <CouldNotFetch
          title="Could not load your account."
          className="max-w-2xl"
          isBusy={account.isFetching}
          onRetry={() => void account.refetch()}
        />
      )}
      <ConfirmItIsYou />
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ConfirmItIsYou } from '@/components/confirm-it-is-you.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { accountQuery } from '../api/get-account.ts';
import { AccountSections } from './account-sections.tsx';

/** The signed-in user's data and sign-in methods. */
export function AccountScreen() {
  const account = useQuery(accountQuery);
  return (
    <Page heading="Your account" lead="Your details, how you sign in, and your data.">
      {account.data && <AccountSections account={account.data} />}
      {!account.data && (
        <NotLoaded
          query={account}
          loading="Loading your account"
          failed="Could not load your account."
          className="max-w-2xl"
        />
      )}
      <ConfirmItIsYou />
    </Page>
  );
}

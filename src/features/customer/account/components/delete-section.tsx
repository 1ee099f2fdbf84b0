import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import type { Account } from '../api/get-account.ts';
import { secondFactorQuery } from '../api/second-factor.ts';
import { useDeletion } from '../use-deletion.ts';
import { AccountSection } from './account-section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

export function DeleteSection({ account }: { account: Account }) {
  const status = useQuery(secondFactorQuery);
  const hasFactor = status.data?.hasFactor ?? false;
  const deletion = useDeletion({ email: account.email, hasFactor });
  return (
    <AccountSection
      id="delete"
      heading="Delete your account"
      description="This is permanent. We keep past visits without your name, address and phone. Your reviews stay under “A customer”."
    >
      <Button variant="danger" className="max-sm:w-full" onClick={() => deletion.ask(true)}>
        Delete My Account
      </Button>
      <DeleteDialog deletion={deletion} hasFactor={hasFactor} />
    </AccountSection>
  );
}

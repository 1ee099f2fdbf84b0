import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { isChargeable } from '@domain/money/least-charge.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { balanceQuery } from '../api/balance.ts';
import { BalanceEnd, UnknownLink } from './balance-end.tsx';
import { PayBalance } from './pay-balance.tsx';

/** Behind a payment link: what is left to pay, with a tip, without login. Opening it charges nothing. */
export function PayBalanceScreen() {
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  const query = useQuery(balanceQuery(token));
  const { data } = query;
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {data === null ? (
        <UnknownLink />
      ) : !data ? (
        <Page title="Pay the balance" heading="Pay the balance" width="narrow">
          <NotLoaded
            query={query}
            loading="Loading the amount"
            failed="Could not load the amount."
          />
        </Page>
      ) : data.state === 'due' && !isChargeable(data.due_cents) ? (
        <BalanceEnd balance={data} state="on_site" visitToken={params.get('visit')} />
      ) : data.state === 'due' ? (
        <PayBalance
          // One that was refunded begins anew.
          key={data.latest?.settled_at}
          token={token}
          balance={data}
          hasReturnedUnpaid={params.get('redirect_status') !== null}
        />
      ) : (
        <BalanceEnd balance={data} state={data.state} visitToken={params.get('visit')} />
      )}
    </>
  );
}

import type { RainOffer } from '@contracts/rain-day.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '@/lib/router.tsx';
import { business } from '@domain/business.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { rainOfferQuery } from '../api/rain-offer.ts';
import { AnsweredOffer } from './answered-offer.tsx';
import { ChooseTime } from './choose-time.tsx';

/** Behind the link of the rain mail: opening it changes nothing, since programs follow links, too. */
export function RainOfferScreen() {
  const [query] = useSearchParams();
  const token = query.get('token')?.trim() ?? '';
  const { data, isPending, isFetching, refetch } = useQuery(rainOfferQuery(token));
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {data === null ? (
        <UnknownLink />
      ) : data ? (
        <Offer token={token} offer={data} />
      ) : (
        <Page title="Rain day" heading="Your new time" width="narrow">
          {isPending ? (
            <Spinner label="Looking up your booking" />
          ) : (
            <CouldNotFetch
              title="Could not look up your booking."
              isBusy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </Page>
      )}
    </>
  );
}

function Offer({ token, offer }: { token: string; offer: RainOffer }) {
  return offer.state === 'asked' ? (
    <ChooseTime token={token} offer={offer} />
  ) : (
    <AnsweredOffer offer={offer} />
  );
}

function UnknownLink() {
  return (
    <Page
      title="Rain day"
      heading="This link is no longer valid."
      lead="Please use our newest email. If you can’t find it, call us and we’ll find you a time."
      width="narrow"
    >
      <a className={buttonStyle('primary', 'max-sm:w-full')} href={business.phoneHref}>
        Call {business.phone}
      </a>
    </Page>
  );
}

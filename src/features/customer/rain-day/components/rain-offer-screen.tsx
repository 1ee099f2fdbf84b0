import type { RainOffer } from '@contracts/rain-day.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Page } from '@/components/ui/page.tsx';
import { rainOfferQuery } from '../api/rain-offer.ts';
import { AnsweredOffer } from './answered-offer.tsx';
import { ChooseTime } from './choose-time.tsx';
import { phoneHref } from '@domain/business/facts.ts';
import { useBusiness } from '@/lib/business.ts';

/** Behind the link of the rain mail: opening it changes nothing, since programs follow links, too. */
export function RainOfferScreen() {
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  const query = useQuery(rainOfferQuery(token));
  const { data } = query;
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {data === null ? (
        <UnknownLink />
      ) : data ? (
        <Offer token={token} offer={data} />
      ) : (
        <Page title="Rain day" heading="Your new time" width="narrow">
          <NotLoaded
            query={query}
            loading="Looking up your booking"
            failed="Could not look up your booking."
          />
        </Page>
      )}
    </>
  );
}

function Offer({ token, offer }: { token: string; offer: RainOffer }) {
  const [params] = useSearchParams();
  return offer.state === 'asked' ? (
    <ChooseTime token={token} offer={offer} picked={params.get('choice')} />
  ) : (
    <AnsweredOffer offer={offer} />
  );
}

function UnknownLink() {
  const { facts } = useBusiness();
  return (
    <Page
      title="Rain day"
      heading="This link is no longer valid."
      lead="Please use our newest email. If you can’t find it, call us and we’ll find you a time."
      width="narrow"
    >
      <a className={buttonStyle('primary', 'max-sm:w-full')} href={phoneHref(facts)}>
        Call {facts.phone}
      </a>
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';
import type { RainOffer } from '@contracts/rain-day.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { rainOfferQuery } from '../api/rain-offer.ts';
import { ChooseTime } from './choose-time.tsx';

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

/** What stands, once there is nothing to choose. The link no longer names the booking. */
function AnsweredOffer({ offer }: { offer: RainOffer }) {
  const stands = toldDayAndTime({ date: offer.booking_date, time: offer.booking_time });
  const booking = offer.service_name;
  switch (offer.state) {
    case 'chosen':
    case 'moved':
    case 'settled':
      return (
        <Outcome
          heading="See you then."
          lead={`${booking} is booked for ${stands}. We emailed you the time.`}
        >
          <SeeBooking />
        </Outcome>
      );
    case 'called_off':
      return (
        <Outcome
          heading="Your appointment stands."
          lead={`There’s no rain after all. ${booking} stays booked for ${stands}.`}
        >
          <SeeBooking />
        </Outcome>
      );
    case 'cancelled':
      return (
        <Outcome heading="This booking was cancelled." lead="You are welcome to book a new time.">
          <ButtonLink to={paths.home}>Book a New Time</ButtonLink>
        </Outcome>
      );
    case 'declined':
      return (
        <Outcome
          heading="Thanks, we’ll find you another time."
          lead={`We’ll call you about your ${booking}, or you can call us now. With an account you can choose any available time yourself, free of charge.`}
        >
          <OtherWays />
        </Outcome>
      );
    case 'asked':
    case 'lapsed':
      return (
        <Outcome
          heading="These times are no longer held."
          lead={`We didn’t hear from you in time, so others may have booked them. Your ${booking} still needs a new time. Call us, or choose one with your account, free of charge.`}
        >
          <OtherWays />
        </Outcome>
      );
  }
}

function Outcome(props: { heading: string; lead: string; children: ReactNode }) {
  return (
    <Page title="Rain day" heading={props.heading} lead={props.lead} width="narrow">
      <div className="flex flex-wrap gap-4 max-sm:grid">{props.children}</div>
    </Page>
  );
}

const SeeBooking = () => <ButtonLink to={paths.myBookings}>See Your Booking</ButtonLink>;

function OtherWays() {
  const { facts } = useBusiness();
  return (
    <>
      <a className={buttonStyle('primary')} href={phoneHref(facts)}>
        Call {facts.phone}
      </a>
      <ButtonLink variant="secondary" to={paths.myBookings}>
        Pick Another Time
      </ButtonLink>
    </>
  );
}

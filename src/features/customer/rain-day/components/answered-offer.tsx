import type { ReactNode } from 'react';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import type { RainOffer } from '@contracts/rain-day.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { useBusiness } from '@/lib/business.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';

/** What stands, once there is nothing to choose. The link no longer names the booking. */
export function AnsweredOffer({ offer }: { offer: RainOffer }) {
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

import type { WaitingOffer } from '@contracts/waiting-list.ts';
import { useEffect, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, navigate } from '@/lib/location.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { readDraft, saveDraft } from '@/entities/booking/booking-session.ts';
import { forgetOffer, rememberOffer } from '@/entities/waiting-list/offer-session.ts';
import { waitingOfferQuery } from '../api/waiting-offer.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';

type OfferedScheduleProps = {
  token: string;
  /** The booking flow, opened once the time that is held is chosen in it. */
  children: (offer: WaitingOffer) => ReactNode;
};

/** Behind the link of the mail: the booking flow with the held time chosen, or what became of that time. */
export function OfferedSchedule({ token, children }: OfferedScheduleProps) {
  const location = useLocation();
  const query = useQuery(waitingOfferQuery(token));
  const { data } = query;
  const isHeld = data?.state === 'held';
  const isReady = (location.state as { offerToken?: string } | null)?.offerToken === token;

  useEffect(() => {
    if (data && data.state !== 'held') forgetOffer();
  }, [data]);

  if (data === null) return <Gone heading="This link is no longer valid." offer={null} />;
  if (data && isHeld && isReady) return children(data);
  if (data && isHeld) return <Prepare token={token} offer={data} />;
  if (data) return <Gone heading={headings[data.state]} offer={data} />;
  return (
    <Page title="Schedule" heading="A time is held for you" width="narrow">
      <NotLoaded
        query={query}
        loading="Looking up your time"
        failed="Could not look up your time."
      />
    </Page>
  );
}

/** Puts what is known into the draft that the booking flow starts from. */
function Prepare({ token, offer }: { token: string; offer: WaitingOffer }) {
  useEffect(() => {
    const { service_id: serviceId, vehicle_type: vehicleType } = offer;
    rememberOffer(token);
    saveDraft(draftFor(offer));
    const address = `${paths.schedule}?${new URLSearchParams({ offer: token }).toString()}`;
    const state = { serviceId, vehicleType, addOns: addOnsOf(offer), offerToken: token };
    navigate(address, { replace: true, state });
  }, [token, offer]);
  return null;
}

const addOnsOf = ({ add_ons: addOns }: WaitingOffer) => addOns?.map(({ id }) => id) ?? [];

function draftFor(offer: WaitingOffer): object {
  const { service_id, date, time, name, email, phone, postal_code: postalCode } = offer;
  const old = readDraft() as { details?: Record<string, string> } | null;
  const details = { ...old?.details };
  if (name && !details['name']) details['name'] = name;
  if (email && !details['email']) details['email'] = email;
  if (phone && !details['phone']) details['phone'] = phone.replace(/^\+1/, '');
  if (postalCode && !details['postalCode']) details['postalCode'] = postalCode;
  return { ...old, serviceId: service_id, date, time, details };
}

const headings: Record<Exclude<WaitingOffer['state'], 'held'>, string> & { held: string } = {
  held: '',
  taken: 'You have booked this time.',
  declined: 'You passed on this time.',
  withdrawn: 'This time is no longer held.',
  lapsed: 'This offer has expired.',
};

function Gone({ heading, offer }: { heading: string; offer: WaitingOffer | null }) {
  return (
    <Page title="Schedule" heading={heading} lead={leadFor(offer)} width="narrow">
      <div className="flex flex-wrap gap-4 max-sm:grid">
        {offer && offer.state !== 'taken' && (
          <ButtonLink
            to={paths.schedule}
            state={{
              serviceId: offer.service_id,
              vehicleType: offer.vehicle_type,
              addOns: addOnsOf(offer),
            }}
          >
            See Available Times
          </ButtonLink>
        )}
        <ButtonLink
          variant={offer && offer.state !== 'taken' ? 'secondary' : 'primary'}
          to={offer?.state === 'taken' ? paths.myBookings : paths.home}
        >
          {offer?.state === 'taken' ? 'My Bookings' : 'Back to Home'}
        </ButtonLink>
      </div>
    </Page>
  );
}

function leadFor(offer: WaitingOffer | null): string {
  if (!offer) return 'Please use our newest email, or choose a time yourself.';
  const when = toldDayAndTime(offer);
  if (offer.state === 'taken') {
    return `${offer.service_name} on ${when}. If you haven’t paid yet, we hold the time until the checkout expires.`;
  }
  const kept = offer.is_waiting
    ? ' You keep your place. We email you when another time is available on that day.'
    : '';
  return `We held ${when} for you. It may still be available. Check the times.${kept}`;
}

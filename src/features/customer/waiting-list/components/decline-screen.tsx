import type { WaitingOffer } from '@contracts/waiting-list.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { formatDay } from '@/lib/days.ts';
import { forgetOffer } from '@/entities/waiting-list/offer-session.ts';
import { declineWaitingOffer, waitingOfferQuery } from '../api/waiting-offer.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';

/** Behind the second link of the mail. Opening it changes nothing: programs follow links, too. */
export function DeclineScreen() {
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  const query = useQuery(waitingOfferQuery(token));
  const { data } = query;
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {data ? (
        <Decline token={token} offer={data} />
      ) : (
        <Page
          title="Waiting list"
          heading={data === null ? 'This link is no longer valid.' : 'Waiting list'}
          lead={data === null && 'Please use our newest email, or choose a time yourself.'}
          width="narrow"
        >
          {data === null ? (
            <ButtonLink to={paths.home}>Back to Home</ButtonLink>
          ) : (
            <NotLoaded
              query={query}
              loading="Looking up your place"
              failed="Could not look up your place."
            />
          )}
        </Page>
      )}
    </>
  );
}

function Decline({ token, offer }: { token: string; offer: WaitingOffer }) {
  const client = useQueryClient();
  const when = toldDayAndTime(offer);
  const decline = useMutation({
    mutationFn: (leave: boolean) => declineWaitingOffer(token, leave),
    onSuccess: (told) => {
      forgetOffer();
      client.setQueryData(waitingOfferQuery(token).queryKey, told);
      client.removeQueries({ queryKey: bookedSlotsKey });
    },
    onError: () => void client.invalidateQueries(waitingOfferQuery(token)),
  });
  const isHeld = offer.state === 'held';
  return (
    <Page title="Waiting list" {...wordsFor(offer, when)} width="narrow">
      {decline.isError && (
        <Notice tone="danger" role="alert" title="Nothing changed" className="mb-6">
          Please check your connection and try again.
        </Notice>
      )}
      <div className="flex flex-wrap gap-4 max-sm:grid">
        {isHeld && (
          <ButtonLink to={`${paths.schedule}?${new URLSearchParams({ offer: token }).toString()}`}>
            Book This Time
          </ButtonLink>
        )}
        {isHeld && (
          <Button
            variant="secondary"
            busy={decline.isPending && !decline.variables}
            onClick={() => decline.mutate(false)}
          >
            Pass on This Time
          </Button>
        )}
        {offer.is_waiting && (
          <Button
            variant={isHeld ? 'ghost' : 'secondary'}
            busy={decline.isPending && decline.variables}
            onClick={() => decline.mutate(true)}
          >
            Leave the Waiting List
          </Button>
        )}
        {!isHeld && <ButtonLink to={paths.home}>Back to Home</ButtonLink>}
      </div>
    </Page>
  );
}

function wordsFor(offer: WaitingOffer, when: string): { heading: string; lead: string } {
  const service = offer.service_name;
  if (offer.state === 'held') {
    return {
      heading: 'Not the right time?',
      lead: `${service} on ${when} is held for you. Pass on it and keep your place, or leave the list.`,
    };
  }
  if (offer.state === 'taken') {
    return { heading: 'You have booked this time.', lead: `${service} on ${when}.` };
  }
  return offer.is_waiting
    ? {
        heading: 'You passed on this time.',
        lead: `You keep your place for ${formatDay(offer.date)}. We email you when another time is available.`,
      }
    : {
        heading: 'You are off the waiting list.',
        lead: `We won’t email you about ${formatDay(offer.date)} again.`,
      };
}

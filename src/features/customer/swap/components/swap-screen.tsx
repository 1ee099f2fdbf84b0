import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { phoneHref } from '@domain/business/facts.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Button } from '@/components/ui/button.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useBusiness } from '@/lib/business.ts';
import { formatDayAndTime } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formatLongMoment } from '@/lib/moments.ts';
import type { SwapOffer } from '@contracts/swap.ts';
import { answerSwap, swapOfferQuery } from '../api/swap-offer.ts';

/** Behind the link of the email about a swap: opening it changes nothing, since programs follow links, too. */
export function SwapScreen() {
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  const query = useQuery(swapOfferQuery(token));
  const { data } = query;
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {data ? (
        <Offer token={token} offer={data} />
      ) : data === null ? (
        <Outcome
          heading="This link is no longer valid."
          lead="Please use our newest email. If you can’t find it, call us."
        />
      ) : (
        <Page title="Another time" heading="Another time" width="narrow">
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

function Offer({ token, offer }: { token: string; offer: SwapOffer }) {
  const { service_name: service, day } = offer;
  const at = (time: string) => formatDayAndTime({ date: day, time });
  switch (offer.state) {
    case 'asked':
      return <Question token={token} offer={offer} />;
    case 'agreed':
      return (
        <Outcome
          heading="Thank you."
          lead={`We’re waiting for the other customer. If they agree, we’ll email you that your ${service} moves to ${at(offer.new_time)}. Until then it stands at ${formatTime(offer.old_time)}.`}
        />
      );
    case 'swapped':
      return (
        <Outcome
          heading="Thank you. Your time has changed."
          lead={`Your ${service} is now on ${at(offer.new_time)}. We emailed you the new time.`}
        />
      );
    case 'over':
      return (
        <Outcome
          heading="Your appointment stands."
          lead={`Nothing changes: we didn’t swap any times. Our newest email has the time of your ${service}.`}
        />
      );
  }
}

function Question({ token, offer }: { token: string; offer: SwapOffer }) {
  const client = useQueryClient();
  const query = swapOfferQuery(token);
  const answer = useMutation({
    mutationFn: (agrees: boolean) => answerSwap(token, agrees),
    onSuccess: (answered) => client.setQueryData(query.queryKey, answered),
    onError: () => void client.invalidateQueries(query),
  });
  // Both buttons stay enabled: the one that was pressed hands the focus on to the outcome's heading.
  const choose = (agrees: boolean) => {
    if (!answer.isPending) answer.mutate(agrees);
  };
  const { old_time: oldTime, new_time: newTime, service_name: service } = offer;
  return (
    <Page
      title="Another time"
      heading={`Could we come at ${formatTime(newTime)}?`}
      lead={`Hello ${offer.customer_name}, your ${service} is booked for ${formatDayAndTime({ date: offer.day, time: oldTime })}. Would you swap times with another customer that day? It saves us a long drive.`}
      width="narrow"
    >
      <Problem title="Your answer wasn’t saved" className="mb-6">
        {answer.error && failureSentence(answer.error)}
      </Problem>
      <div className="flex flex-wrap gap-4 max-sm:grid">
        <Button busy={answer.isPending && answer.variables} onClick={() => choose(true)}>
          Yes, Come at {formatTime(newTime)}
        </Button>
        <Button
          variant="secondary"
          busy={answer.isPending && !answer.variables}
          onClick={() => choose(false)}
        >
          No, Keep {formatTime(oldTime)}
        </Button>
      </div>
      <p className="mt-8 text-ink-soft">
        Please answer by {formatLongMoment(offer.expires_at)}, our time. Without an answer, your
        appointment stands.
      </p>
    </Page>
  );
}

function Outcome({ heading, lead }: { heading: string; lead: string }) {
  const { facts } = useBusiness();
  return (
    <Page title="Another time" heading={heading} lead={lead} width="narrow">
      <a className={buttonStyle('secondary', 'max-sm:w-full')} href={phoneHref(facts)}>
        Call {facts.phone}
      </a>
    </Page>
  );
}

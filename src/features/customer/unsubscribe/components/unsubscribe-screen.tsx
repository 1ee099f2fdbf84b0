import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { isUnknownLink, mailChoiceQuery, setMailChoice } from '../api/mail-choice.ts';

/** Behind the link in a mail that asks for something. Opening it changes nothing: programs follow links, too. */
export function UnsubscribeScreen() {
  const [params] = useSearchParams();
  const link = useMailChoice(params.get('token')?.trim() ?? '');
  const { data } = link.query;
  if (link.isUnknown) return <UnknownLink />;
  if (data) {
    return data.isSubscribed ? (
      <Subscribed link={link} address={data.address} />
    ) : (
      <Unsubscribed link={link} address={data.address} />
    );
  }
  return (
    <Page title="Unsubscribe" heading="Review requests" width="narrow">
      <NotLoaded
        query={link.query}
        loading="Looking up your link"
        failed="Could not look up your link."
      />
    </Page>
  );
}

type ChoiceProps = { link: ReturnType<typeof useMailChoice>; address: string };

function Subscribed({ link, address }: ChoiceProps) {
  const isBack = link.hasChosen;
  return (
    <Page
      title="Unsubscribe"
      heading={isBack ? 'You are subscribed again.' : 'Unsubscribe from review requests?'}
      lead={
        isBack
          ? `We may ask ${address || 'you'} for a review after a visit.`
          : `We’ll stop asking ${address || 'you'} for reviews. You’ll still get emails about your bookings: confirmations, reminders and receipts.`
      }
      width="narrow"
    >
      <Problem text={link.choice.error?.message} />
      <Button
        variant={isBack ? 'secondary' : 'primary'}
        className="max-sm:w-full"
        busy={link.choice.isPending}
        onClick={() => link.choice.mutate(false)}
      >
        Unsubscribe
      </Button>
    </Page>
  );
}

function Unsubscribed({ link, address }: ChoiceProps) {
  return (
    <Page
      title="Unsubscribed"
      heading="You are unsubscribed."
      lead={`We no longer ask ${address || 'you'} for reviews. We still send emails about your own bookings.`}
      width="narrow"
    >
      <Problem text={link.choice.error?.message} />
      <p className="mb-5">Changed your mind?</p>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        busy={link.choice.isPending}
        onClick={() => link.choice.mutate(true)}
      >
        Subscribe Again
      </Button>
    </Page>
  );
}

const Problem = ({ text }: { text: string | undefined }) =>
  text && (
    <Notice tone="danger" role="alert" className="mb-6" title="Nothing changed">
      {text}
    </Notice>
  );

function UnknownLink() {
  const { facts } = useBusiness();
  return (
    <Page
      title="Unsubscribe"
      heading="We couldn’t find this link."
      lead={`Please open it from the email again. Or write to ${facts.bookingEmail} from the address to unsubscribe, and we’ll do it.`}
      width="narrow"
    >
      <ButtonLink to={paths.contact} variant="secondary" className="max-sm:w-full">
        Contact Us
      </ButtonLink>
    </Page>
  );
}

/** What the link of a mail is about, and the two things that can be done about it. */
function useMailChoice(token: string) {
  const client = useQueryClient();
  const query = useQuery(mailChoiceQuery(token));
  const [hasChosen, setHasChosen] = useState(false);
  const choice = useMutation({
    mutationFn: (subscribed: boolean) => setMailChoice(token, subscribed),
    onSuccess: (now) => {
      client.setQueryData(mailChoiceQuery(token).queryKey, now);
      setHasChosen(true);
    },
  });
  return { query, isUnknown: token === '' || isUnknownLink(query.error), choice, hasChosen };
}

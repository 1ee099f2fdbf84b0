import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CopyButton } from '@/components/copy-button.tsx';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { backendUrl } from '@/lib/backend-url.ts';
import { failureSentence, toastError } from '@/lib/failure-sentence.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { formatInstantDay } from '@/lib/moments.ts';
import { toast } from '@/lib/toast.ts';
import type { Feed } from '@contracts/calendar-feed.ts';
import { feedsQuery, createFeed, feedsKey, revokeFeed } from '../api/feeds.ts';

/** Private addresses by which a phone's own calendar shows the bookings. */
export default function CalendarFeedScreen() {
  return (
    <Page
      title="Phone calendar"
      heading="Phone calendar"
      width="narrow"
      lead="A private address for your phone’s calendar app. It shows every visit with address, phone number and amount due, and your blocked time. Anyone with the address can read it, so create one for each device."
    >
      <NewFeed />
      <Feeds />
    </Page>
  );
}

function Feeds() {
  const { data, isFetching, refetch } = useQuery(feedsQuery);
  return (
    <section aria-labelledby="your-addresses" className="mt-14">
      <h2 id="your-addresses" className="heading-3" tabIndex={-1}>
        Calendar addresses
      </h2>
      {data ? (
        <FeedList feeds={data} />
      ) : isFetching ? (
        <Spinner className="mt-4" label="Loading the addresses" />
      ) : (
        <CouldNotFetch
          className="mt-4"
          title="Could not load the addresses."
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

function FeedList({ feeds }: { feeds: readonly Feed[] }) {
  if (feeds.length === 0) {
    return <p className="mt-3 text-ink-soft">No calendar addresses yet.</p>;
  }
  const hasSeveralOwners = new Set(feeds.map(({ owner }) => owner)).size > 1;
  return (
    <ul className="mt-3 border-t border-hairline">
      {feeds.map((feed) => (
        <li key={feed.id} className="border-b border-hairline">
          <FeedRow feed={feed} showsOwner={hasSeveralOwners} />
        </li>
      ))}
    </ul>
  );
}

/** One address: what it is for, whether a calendar reads it, and the way to end that. */
function FeedRow({ feed, showsOwner }: { feed: Feed; showsOwner: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const revocation = useRevocation(feed, () => setIsAsking(false));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{feed.label}</p>
        <p className="text-sm text-ink-soft">
          Created {formatInstantDay(feed.created_at)}
          {showsOwner && ` by ${feed.owner}`},{' '}
          {feed.last_used_at ? `last read ${formatInstantDay(feed.last_used_at)}` : 'never read'}
        </p>
      </div>
      <Button variant="ghost" className="px-0" onClick={() => setIsAsking(true)}>
        Revoke<span className="sr-only"> {feed.label}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Revoke “${feed.label}”?`}
        description="Calendars with this address stop updating. You can’t undo this, but you can create a new address."
        confirmLabel="Revoke address"
        cancelLabel="Keep address"
        variant="danger"
        busy={revocation.isPending}
        onConfirm={() => revocation.mutate()}
        focusAfter={() => document.getElementById('your-addresses')}
      />
    </div>
  );
}

type Fields = { label: string };

/** Names a new address and shows it, this once. */
function NewFeed() {
  const [fresh, setFresh] = useState<{ label: string; token: string } | null>(null);
  const creation = useNewFeed();
  const form = useForm<Fields>({ defaultValues: { label: '' } });
  const create = form.handleSubmit(async ({ label }) => {
    setFresh(null);
    const made = await creation.mutateAsync(label).catch(() => null);
    if (!made) return;
    setFresh({ label: label.trim(), token: made.token });
    form.reset();
  });
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void create(event)}
        className="flex flex-wrap items-start gap-4 max-sm:flex-col max-sm:items-stretch"
      >
        <TextField
          label="Name"
          required
          className="flex-1"
          {...fieldOf(form)('label', {
            validate: (label) =>
              label.trim() !== '' || 'Please enter a name, for example “My phone”.',
            maxLength: { value: 60, message: 'The name can have up to 60 characters.' },
          })}
          placeholder="My phone"
          autoComplete="off"
        />
        <Button type="submit" busy={creation.isPending} className="sm:mt-7">
          Create address
        </Button>
      </form>
      {creation.isError && (
        <Notice tone="danger" role="alert" className="mt-6" title="The address was not created.">
          <p>{failureSentence(creation.error)}</p>
        </Notice>
      )}
      {fresh && <FreshAddress {...fresh} />}
    </>
  );
}

/** The only time the address is shown: from now on only its hash is kept. */
function FreshAddress({ label, token }: { label: string; token: string }) {
  const address = feedAddress(token);
  return (
    <Notice tone="success" role="status" className="mt-6" title={`Address for “${label}”`}>
      <p>This address is shown only once. Open it on your device, or copy it there.</p>
      <p className="mt-4 border border-hairline bg-ivory p-3 text-sm break-all">
        <code>{address}</code>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <a href={subscribeAddress(token)} className={buttonStyle('primary')}>
          Open in calendar
        </a>
        <CopyButton text={address} label="the address" />
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        In Google Calendar, choose “Other calendars”, then “From URL”. Some calendars update within
        minutes, others once a day.
      </p>
    </Notice>
  );
}

/** Where a calendar reads, by the secret of the address. */
const feedAddress = (token: string): string =>
  `${backendUrl('/functions/v1/calendar-feed')}?${new URLSearchParams({ token }).toString()}`;

/** The same, as calendar programs are asked to subscribe. */
const subscribeAddress = (token: string): string =>
  feedAddress(token).replace(/^https?:/, 'webcal:');

function useNewFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (label: string) => withFreshProof(() => createFeed(label)),
    onSuccess: () => client.invalidateQueries({ queryKey: feedsKey }),
  });
}

function useRevocation(feed: Feed, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => revokeFeed(feed.id),
    onSuccess: async () => {
      toast({ title: `“${feed.label}” is revoked.` });
      await client.invalidateQueries({ queryKey: feedsKey });
      onDone();
    },
    onError: toastError('Address not revoked'),
  });
}

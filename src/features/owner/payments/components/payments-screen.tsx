import { useInfiniteQuery, useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { appConfig } from '@/config/env.ts';
import { connectableProvider, paymentProvider } from '@/config/payment-provider.ts';
import { isDecided, disputeSentences, disputeState } from '@/entities/dispute/dispute-words.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { useLive } from '@/lib/live.ts';
import { formatInstant } from '@/lib/moments.ts';
import type { Dispute } from '@contracts/disputes.ts';
import type { Finding } from '@contracts/findings.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatStart } from '@domain/time/start-format.ts';
import { disputesQuery, findingsQuery, reopenOutside } from '../api/findings.ts';
import { aboutFinding, labelOf, outcomeLabels, whatHappened } from '../finding-words.ts';
import { FindingBooking } from './finding-booking.tsx';
import { FindingHistory } from './finding-history.tsx';
import { OpenFinding } from './open-finding.tsx';

/** Payments that need attention: what happened, and what resolves it. */
export default function PaymentsScreen() {
  const isLive = appConfig.payments !== 'sandbox';
  return (
    <Page
      title="Payments"
      heading="Payments"
      lead={`Payments that need attention. We compare your books with ${isLive ? paymentProvider().name : 'the test payments'} continuously. Each mismatch is listed here until it is resolved.`}
    >
      <Disputes />
      <Findings />
    </Page>
  );
}

function Findings() {
  const isLive = appConfig.payments !== 'sandbox';
  const query = useInfiniteQuery(findingsQuery);
  const { data: disputes = [] } = useQuery(disputesQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useLive(['payments', 'bookings'], () => void query.refetch());
  const [first] = query.data?.pages ?? [];
  if (!first)
    return (
      <NotLoaded query={query} loading="Loading payments" failed="Could not load the payments." />
    );
  const isQuiet = disputes.every(isDecided);
  const none = isQuiet ? 'Nothing needs attention' : 'No mismatches';
  const closed = query.data?.pages.flatMap((page) => page.closed) ?? [];
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="heading-3 focus-quiet">
        {first.open.length === 0 ? none : `Open (${first.open.length})`}
      </h2>
      {first.open.length === 0 ? (
        <Notice
          tone="success"
          className="mt-5"
          title={`Your books and ${isLive ? paymentProvider().name : 'the test payments'} agree.`}
        >
          <p>
            {isLive
              ? `This page updates every few seconds. We check with ${paymentProvider().name} every five minutes.`
              : `${connectableProvider} isn’t connected, so online payments are a test and move no money.`}
          </p>
        </Notice>
      ) : (
        <ul className="mt-5 grid gap-5">
          {first.open.map((finding) => (
            <OpenFinding key={finding.id} finding={finding} focusAfter={() => heading.current} />
          ))}
        </ul>
      )}
      <OutsidePayments findings={first.outside} />
      {closed.length > 0 && (
        <Section heading="History" className="mt-14">
          <ul className="mt-4 border-t border-hairline">
            {closed.map((finding) => (
              <ClosedFinding key={finding.id} finding={finding} />
            ))}
          </ul>
          <ShowMore query={query} failure="Could not load the history.">
            Show older
          </ShowMore>
        </Section>
      )}
    </>
  );
}

function ClosedFinding({ finding }: { finding: Finding }) {
  return (
    <li className="border-b border-hairline">
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 font-semibold">
          <span>{[labelOf(finding), aboutFinding(finding)].filter(Boolean).join(': ')}</span>
          <span className="text-sm font-medium text-ink-soft">
            {finding.outcome && outcomeLabels[finding.outcome]}
          </span>
        </summary>
        <div className="pb-4">
          <p>{whatHappened(finding)}</p>
          {finding.booking && <FindingBooking booking={finding.booking} />}
          <FindingHistory finding={finding} />
        </div>
      </details>
    </li>
  );
}

/** Payments on the same account that the website didn't take, as with a terminal. They need no attention. */
function OutsidePayments({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Section heading="Payments made outside the website" className="mt-14">
      <p className="mt-2 max-w-2xl text-ink-soft">
        These came to {paymentProvider().name} another way, for example at a terminal. No booking is
        waiting for their amount or customer, so they need nothing from you. Your reports don’t
        count them.
      </p>
      <ul className="mt-4 border-t border-hairline">
        {findings.map((finding) => (
          <OutsidePayment key={finding.id} finding={finding} />
        ))}
      </ul>
    </Section>
  );
}

function OutsidePayment({ finding: { id, facts } }: { finding: Finding }) {
  const client = useQueryClient();
  const reopen = useMutation({
    mutationFn: () => reopenOutside(id),
    onError: toastError('Not moved'),
    onSettled: () => client.invalidateQueries(findingsQuery),
  });
  const amount = formatCents(facts.amount_cents ?? 0);
  const about = [facts.paid_at && formatInstant(facts.paid_at), facts.email, facts.description];
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-hairline py-2">
      <span className="w-24 font-semibold tabular-nums">{amount}</span>
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere text-ink-soft">
        {about.filter(Boolean).join(' · ')}
      </span>
      <Button
        variant="secondary"
        className="px-3"
        busy={reopen.isPending}
        onClick={() => reopen.mutate()}
      >
        It’s for a booking<span className="sr-only">: {amount}</span>
      </Button>
    </li>
  );
}

/** The payments that a customer's bank disputes; nothing while there is none. */
function Disputes() {
  const query = useQuery(disputesQuery);
  useLive(['payments'], () => void query.refetch());
  if (query.isError && !query.data) {
    return (
      <CouldNotFetch
        className="mb-10"
        title="Could not load the disputes."
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data || query.data.length === 0) return null;
  return (
    <Section heading="Disputes" className="mb-14">
      <ul className="mt-5 grid gap-5">
        {query.data.map((dispute) => (
          <OneDispute key={dispute.id} dispute={dispute} />
        ))}
      </ul>
    </Section>
  );
}

function OneDispute({ dispute }: { dispute: Dispute }) {
  const { booking } = dispute;
  return (
    <li className="rounded-badge border border-hairline bg-ivory p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="heading-3">
          {formatCents(dispute.amount_cents)}, {booking.customer_name}
        </h3>
        <p className="font-semibold">{disputeState(dispute)}</p>
      </div>
      <p className="mt-1 text-ink-soft">
        {booking.service_name},{' '}
        {formatStart({ date: booking.booking_date, time: booking.booking_time })}
      </p>
      <div className="mt-3">
        {disputeSentences(dispute).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <ButtonLink variant="secondary" className="mt-4" to={adminBookingPath(booking.id)}>
        Open booking and evidence
      </ButtonLink>
    </li>
  );
}

import { useRef } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Section } from '@/components/section.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { appConfig } from '@/config/env.ts';
import { connectableProvider, paymentProvider } from '@/config/payment-provider.ts';
import { useLive } from '@/lib/live.ts';
import type { Finding } from '@contracts/findings.ts';
import { isDecided } from '@/entities/dispute/dispute-words.ts';
import { disputesQuery, findingsQuery } from '../api/findings.ts';
import { aboutFinding, labelOf, outcomeLabels, whatHappened } from '../finding-words.ts';
import { Disputes } from './disputes.tsx';
import { OpenFinding } from './open-finding.tsx';
import { FindingBooking } from './finding-booking.tsx';
import { FindingHistory } from './finding-history.tsx';
import { OutsidePayments } from './outside-payments.tsx';

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

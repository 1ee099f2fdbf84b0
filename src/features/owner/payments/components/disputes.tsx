import { useQuery } from '@tanstack/react-query';
import type { Dispute } from '@contracts/disputes.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatStart } from '@domain/time/start-format.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Section } from '@/components/section.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { disputeSentences, disputeState } from '@/entities/dispute/dispute-words.ts';
import { useLive } from '@/lib/live.ts';
import { disputesQuery } from '../api/findings.ts';

/** The payments that a customer's bank disputes; nothing while there is none. */
export function Disputes() {
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

import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@contracts/contract.ts';
import type { crewCash } from '@contracts/money.ts';
import { formatCents } from '@domain/money/money.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { formatShortDay } from '@/lib/days.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { useLive } from '@/lib/live.ts';
import { Link } from 'wouter';
import { toast } from '@/lib/toast.ts';
import { crewCashQuery, receiveCrewCash } from '../api/crew-cash.ts';

type Holder = AnswerOf<typeof crewCash>[number];

const nameOf = ({ email }: Holder) => email || 'A deleted account';

/** The cash that members of the crews took and have not handed over yet; nothing when there is none. */
export function CrewCash() {
  const query = useQuery(crewCashQuery());
  const refresh = () => void query.refetch();
  useLive(['payments'], refresh);
  if (query.isError && !query.data) {
    return (
      <CouldNotFetch
        className="mt-10"
        title="Could not load the cash with the crews."
        isBusy={query.isFetching}
        onRetry={refresh}
      />
    );
  }
  if (!query.data?.length) return null;
  return (
    <Section heading="Cash with the crews" className="mt-10">
      <p className="mt-2 text-ink-soft">
        Taken by members of the crews and not yet received by you, whatever days are chosen above.
      </p>
      <ul className="mt-4 border-b border-hairline">
        {query.data.map((holder) => (
          <Held key={holder.payments[0]?.id} holder={holder} onChanged={refresh} />
        ))}
      </ul>
    </Section>
  );
}

function Held({ holder, onChanged }: { holder: Holder; onChanged: () => void }) {
  const { crew, cents, payments } = holder;
  const receive = (received: boolean) =>
    receiveCrewCash(
      payments.map(({ id }) => id),
      received,
    );
  const undo = useMutation({
    mutationFn: () => receive(false),
    onError: toastError('Not undone'),
    onSettled: onChanged,
  });
  const take = useMutation({
    mutationFn: () => receive(true),
    onSuccess: () =>
      toast({
        title: 'Received',
        description: `${formatCents(cents)} from ${nameOf(holder)}.`,
        action: { label: 'Undo', onSelect: () => undo.mutate() },
      }),
    onError: toastError('Not saved'),
    onSettled: onChanged,
  });
  return (
    <li className="grid items-start gap-4 border-t border-hairline py-4 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          {[nameOf(holder), crew].filter(Boolean).join(', ')}: {formatCents(cents)}
        </p>
        <ul>
          {payments.map((payment) => (
            <li key={payment.id}>
              <Link to={adminBookingPath(payment.booking_id)} className="text-link">
                {payment.customer_name}, {formatShortDay(payment.booking_date)}
              </Link>{' '}
              <span className="tabular-nums">{formatCents(payment.cents)}</span>
            </li>
          ))}
        </ul>
      </div>
      <Button
        variant="secondary"
        busy={take.isPending}
        aria-label={`Received ${formatCents(cents)} from ${nameOf(holder)}`}
        onClick={() => take.mutate()}
      >
        Received
      </Button>
    </li>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Finding } from '@contracts/findings.ts';
import { formatCents } from '@domain/money/money.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { paymentProvider } from '@/config/payment-provider.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { formatInstant } from '@/lib/moments.ts';
import { findingsQuery, reopenOutside } from '../api/findings.ts';

/** Payments on the same account that the website didn't take, as with a terminal. They need no attention. */
export function OutsidePayments({ findings }: { findings: readonly Finding[] }) {
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

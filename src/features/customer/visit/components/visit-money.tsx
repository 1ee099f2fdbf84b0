import { useMutation } from '@tanstack/react-query';
import type { VisitStatus } from '@contracts/visit.ts';
import { isChargeable, leastChargeSentence } from '@domain/money/least-charge.ts';
import { formatCents } from '@domain/money/money.ts';
import { reductionLabel } from '@domain/money/reduction.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { offerPaths } from '@/config/offer-paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { navigate } from '@/lib/location.tsx';
import { toastFailure } from '@/lib/toast.ts';
import { openBalanceOfVisit } from '../api/visit-status.ts';

type VisitMoneyProps = {
  token: string;
  /** What was sold, with its add-ons. */
  sold: string;
  money: NonNullable<VisitStatus['money']>;
};

/** What the visit cost, what is paid, and the way to pay the rest. */
export function VisitMoney({ token, sold, money }: VisitMoneyProps) {
  const { total_cents: total, paid_cents: paid, due_cents: due } = money;
  const { tax_cents: tax, tip_cents: tip, reduced_cents: reduced } = money;
  const open = useMutation({
    mutationFn: () => openBalanceOfVisit(token),
    onSuccess: (payToken) =>
      navigate(
        `${offerPaths.pay}?${new URLSearchParams({ token: payToken, visit: token }).toString()}`,
      ),
    onError: (error) => toastFailure('Payment not opened', failureSentence(error)),
  });
  return (
    <Section heading="Receipt">
      <dl className="mt-4 max-w-md border-t border-hairline tabular-nums">
        <Line label={sold} cents={total + reduced - tax - tip} />
        {tax > 0 && <Line label={money.tax_label || 'Tax'} cents={tax} />}
        {tip > 0 && <Line label="Tip" cents={tip} />}
        {reduced > 0 && (
          <Line
            label={reductionLabel({ status: 'done', taxCents: money.reduced_tax_cents })}
            cents={-reduced}
          />
        )}
        {(tax > 0 || tip > 0 || reduced > 0) && <Line label="Total" cents={total} />}
        {due > 0 && <Line label="Paid so far" cents={paid} />}
        <Line label={due > 0 ? 'Balance' : 'Paid in full'} cents={due > 0 ? due : paid} isSum />
      </dl>
      {due > 0 && !isChargeable(due) && (
        <p className="mt-4">Please pay it on site. {leastChargeSentence}</p>
      )}
      {isChargeable(due) && (
        <Button
          className="mt-6 max-sm:w-full"
          busy={open.isPending || open.isSuccess}
          onClick={() => open.mutate()}
        >
          Pay the balance
        </Button>
      )}
    </Section>
  );
}

function Line(props: { label: string; cents: number; isSum?: boolean }) {
  return (
    <div
      className={`flex justify-between gap-4 border-b border-hairline py-2.5 ${props.isSum ? 'font-semibold' : ''}`}
    >
      <dt className={props.isSum ? '' : 'text-ink-soft'}>{props.label}</dt>
      <dd data-amount="">{formatCents(props.cents)}</dd>
    </div>
  );
}

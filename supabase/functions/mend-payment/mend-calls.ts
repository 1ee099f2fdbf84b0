import type { OnSiteMethod } from '../../../domain/money/payment-methods.ts';
import { attachedPayment, excessRefunds, retriedRefund } from '../../contracts/payments.ts';
import { rpc } from '../_shared/http/rpc-answer.ts';
import type { Mending } from './mending.ts';

const names = ({ finding, adminId }: Mending) => ({
  target_finding_id: finding.id,
  acting_admin: adminId,
});

/** A step of the administrator, with what follows from it. Answers whether the finding is still open. */
export const mendFinding = (
  mending: Mending,
  step: 'asked' | 'refunded' | 'accepted' | 'by_hand',
  note: string | null,
  method?: OnSiteMethod,
) =>
  rpc(mending.deps.rest, 'mend_finding', {
    ...names(mending),
    step,
    note,
    ...(method && { method }),
  });

export const takeRetry = (mending: Mending, anyway: boolean) =>
  rpc(mending.deps.rest, retriedRefund, { ...names(mending), anyway, proven: mending.isProven });

export const takeExcess = (mending: Mending, anyway: boolean) =>
  rpc(mending.deps.rest, excessRefunds, { ...names(mending), anyway, proven: mending.isProven });

export const attachPayment = (
  mending: Mending,
  payment: { intentId: string; bookingId: string; cents: number },
) =>
  rpc(mending.deps.rest, attachedPayment, {
    ...names(mending),
    intent_id: payment.intentId,
    target_booking_id: payment.bookingId,
    cents: payment.cents,
    proven: mending.isProven,
  });

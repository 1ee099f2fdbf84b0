import { z } from 'zod';
import { onSiteMethods } from '../../../domain/money/payment-methods.ts';
import { bookingId } from '../../contracts/booking-input.ts';
import { mendedPayment, type MendOutcome } from '../../contracts/findings.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { hasFreshProof } from '../_shared/http/fresh-proof.ts';
import { findingToMendById } from '../_shared/payments/finding-calls.ts';
import { answer } from '../_shared/http/http.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import { mendFinding } from './mend-calls.ts';
import { askAgain } from './ask-again.ts';
import { attach } from './attach.ts';
import { givenBack } from './given-back.ts';
import { refund } from './refund.ts';
import { retryRefund } from './retry-refund.ts';
import type { Mending } from './mending.ts';

const findingId = z.uuid();
/** Also while a bank disputes a payment. */
const anyway = z.boolean().default(false);
/** What it was paid back with; as the payment was made without it. */
const method = z.enum(onSiteMethods).optional();
const note = z.string().trim().min(3, 'Please enter a short reason.').max(1000);

export const mendRequest = z.discriminatedUnion('action', [
  z.object({ findingId, action: z.literal('ask_again') }),
  z.object({ findingId, action: z.literal('refund'), anyway }),
  z.object({ findingId, action: z.literal('retry_refund'), anyway }),
  z.object({ findingId, action: z.literal('attach'), bookingId }),
  z.object({ findingId, action: z.literal('given_back'), note, method }),
  z.object({ findingId, action: z.literal('accept'), note }),
]);

/** Resolves a payment that needs attention. One resolved meanwhile is `already_closed`: nothing happens twice. */
export const mendPaymentHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(deps, mendRequest, async (body, { id: adminId }, http) => {
    const finding = await findingToMendById(deps.rest, body.findingId);
    if (!finding) throw new CodedError('finding_not_found');
    if (finding.closed_at !== null) return answer(mendedPayment, { outcome: 'already_closed' });
    const isProven = await hasFreshProof(deps, http);
    try {
      const outcome = await mend({ deps, finding, adminId, isProven }, body);
      return answer(mendedPayment, { outcome });
    } catch (error) {
      // Another session was faster.
      if (error instanceof CodedError && error.code === 'finding_closed') {
        return answer(mendedPayment, { outcome: 'already_closed' });
      }
      throw error;
    }
  });

async function mend(mending: Mending, body: z.infer<typeof mendRequest>): Promise<MendOutcome> {
  switch (body.action) {
    case 'ask_again':
      return askAgain(mending);
    case 'refund':
      return refund(mending, body.anyway);
    case 'retry_refund':
      return retryRefund(mending, body.anyway);
    case 'attach':
      return attach(mending, body.bookingId);
    case 'given_back':
      return givenBack(mending, body);
    case 'accept':
      await mendFinding(mending, 'accepted', body.note);
      return 'accepted';
  }
}

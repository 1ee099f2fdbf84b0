import { mendedPayment } from '@contracts/findings.ts';
import { callFunction } from '@/lib/call-function.ts';

/** Notes that money was given back by hand, and how. Answers whether somebody had noted it already. */
export async function noteGivenBack(findingId: string, note: string): Promise<boolean> {
  const { outcome } = await callFunction(mendedPayment, {
    findingId,
    action: 'given_back',
    note,
  });
  return outcome === 'already_closed';
}

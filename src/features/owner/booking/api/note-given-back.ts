import { callFunction } from '@/lib/backend.ts';

/** Notes that money was given back by hand, and how. Answers whether somebody had noted it already. */
export async function noteGivenBack(findingId: string, note: string): Promise<boolean> {
  const { outcome } = await callFunction<{ outcome: 'mended' | 'already_closed' }>('mend-payment', {
    findingId,
    action: 'given_back',
    note,
  });
  return outcome === 'already_closed';
}

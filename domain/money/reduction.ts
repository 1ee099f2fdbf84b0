import { formatCents } from './money.ts';

type Reduction = { status: string; taxCents: number };

/**
 * The line for what was refunded, or of a cancelled visit never paid, and is not charged: "Reduced by refund, with
 * $4.17 tax". As private.reduction_in_words.
 */
export const reductionLabel = ({ status, taxCents }: Reduction): string =>
  `${status === 'cancelled' ? 'Not charged' : 'Reduced by refund'}${taxCents > 0 ? `, with ${formatCents(taxCents)} tax` : ''}`;

import type { BookingPage, OwnerRefund } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { parseMoney } from '@domain/money/parse-money.ts';

/** How a refund is paid: to the card first. In cents. */
export function refundSplit(cents: number, onlineCents: number): OwnerRefund {
  const byCardCents = Math.min(cents, onlineCents);
  return { byCardCents, byHandCents: cents - byCardCents };
}

/** `disputedCents`: what a bank holds or took. What is left of such a payment can't go back to its card. */
export const splitInWords = (
  { byCardCents, byHandCents }: OwnerRefund,
  disputedCents = 0,
): string =>
  [
    byCardCents > 0 ? `${formatCents(byCardCents)} is refunded to the card automatically.` : '',
    byHandCents > 0
      ? `${formatCents(byHandCents)} ${disputedCents > 0 ? 'can’t go back to a card' : 'was paid on site'}: refund it by hand, then mark it as refunded.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');

/** The button of a refund: its amount and its way. */
export function refundLabel({ byCardCents, byHandCents }: OwnerRefund): string {
  const all = `Refund ${formatCents(byCardCents + byHandCents)}`;
  if (byHandCents === 0) return `${all} to the card`;
  if (byCardCents === 0) return `${all} by hand`;
  return `${all}: ${formatCents(byCardCents)} to the card, ${formatCents(byHandCents)} by hand`;
}

/** What a refund does to the tip that was paid when booking (docs/decisions/0112). */
export function tipInWords({ booking }: Pick<BookingPage, 'booking'>): string {
  if (booking.tip_cents === 0) return '';
  const isMade = !booking.no_show_at && booking.status !== 'cancelled';
  return booking.done_at || isMade
    ? `It takes its share of the ${formatCents(booking.tip_cents)} tip.`
    : `The visit wasn’t made, so the ${formatCents(booking.tip_cents)} tip goes back first.`;
}

/** Why the amount in a form can't be refunded. `keptCents`: what is left of the payments. */
export function refundError(text: string, keptCents: number): string | undefined {
  const cents = text.trim() === '' ? 0 : parseMoney(text);
  if (cents === null) return 'Please enter dollars, for example 20 or 12.50.';
  if (cents === 0) return 'Please enter the amount to refund.';
  return cents > keptCents ? `You can refund up to ${formatCents(keptCents)}.` : undefined;
}

export const reasonError = (text: string): string | undefined =>
  text.trim().length > 200 ? 'The reason can have up to 200 characters.' : undefined;

import { formatCents } from '@domain/money/money.ts';
import type { OwnBooking } from './api/get-booking.ts';

type MoneyLine = { label: string; amount: string };

/** What was paid for a booking, and what is still to pay. Moving it changes neither. */
export function moneyLines(booking: OwnBooking): MoneyLine[] {
  const { status, payment_option, total_cents, due_now_cents } = booking;
  if (status === 'paid') return [{ label: 'Paid', amount: formatCents(total_cents) }];
  const onSiteCents = total_cents - due_now_cents;
  const paidLabel = payment_option === 'pay_deposit' ? 'Deposit paid' : 'Paid online';
  const lines: MoneyLine[] = [];
  if (due_now_cents > 0) {
    lines.push({
      label: status === 'pending_payment' ? 'To pay online' : paidLabel,
      amount: formatCents(due_now_cents),
    });
  }
  if (onSiteCents > 0) lines.push({ label: 'Due on site', amount: formatCents(onSiteCents) });
  return lines;
}

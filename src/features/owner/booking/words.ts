import { onSiteLabels } from '@/entities/visit/payment-form.tsx';
import type { BookingPage, OwnerBooking, TimelineEntry } from '@contracts/owner-booking.ts';
import { refundedWord } from '@domain/money/kept.ts';
import { formatCents } from '@domain/money/money.ts';
import { reductionLabel } from '@domain/money/reduction.ts';
import { soldTaxes, taxName } from '@domain/money/sold-taxes.ts';
import { rainAnswerLabels } from '@/entities/rain-day/rain-answer-labels.ts';
import { visitOutcome } from '@/entities/visit/visit-outcome.ts';
import type { PaymentMethod } from '@domain/money/payment-methods.ts';

export const methodLabels: Record<PaymentMethod, string> = {
  online: 'Card online',
  ...onSiteLabels,
};

export const addressOf = (booking: OwnerBooking): string =>
  `${booking.address}, ${booking.city}, ${booking.province} ${booking.postal_code}`;

export type Standing = { label: string; tone: 'plain' | 'good' | 'open' | 'bad' };

/** How the visit stands, and how the money does. `today` is the local day. */
export function standingOf(page: BookingPage, today: string): Standing[] {
  const { booking, money, timeline } = page;
  if (booking.status === 'cancelled')
    return [{ label: 'Cancelled', tone: 'bad' }, ...owed(timeline)];
  if (booking.status === 'pending_payment') return [{ label: 'Not paid yet', tone: 'open' }];
  return [
    visitOf(page, today),
    moneyStanding(money, byHandCents(timeline, 'owed')),
    ...owed(timeline),
  ];
}

const outcomeTones = {
  'No-show': 'bad',
  Done: 'good',
  Upcoming: 'plain',
  Today: 'open',
  'Not marked done': 'open',
} as const;

function visitOf({ booking, called_off: calledOff }: BookingPage, today: string): Standing {
  const label = visitOutcome(booking, today);
  const isMarked = label === 'No-show' || label === 'Done';
  return calledOff !== null && !isMarked
    ? { label: rainAnswerLabels[calledOff], tone: 'bad' }
    : { label, tone: outcomeTones[label] };
}

function moneyStanding(money: BookingPage['money'], owedCents: number): Standing {
  const { due_on_site_cents: due, paid_cents: paid, refunded_cents: refunded } = money;
  if (due > 0) return { label: `${formatCents(due)} due`, tone: 'open' };
  const label = refundedWord({ paidCents: paid, refundedCents: refunded - owedCents });
  return label ? { label, tone: 'plain' } : { label: 'Paid', tone: 'good' };
}

function owed(timeline: BookingPage['timeline']): Standing[] {
  const cents = byHandCents(timeline, 'owed');
  return cents > 0 ? [{ label: `${formatCents(cents)} to refund by hand`, tone: 'open' }] : [];
}

export type MoneyLine = { label: string; amount: string; isSum?: boolean };

/** How the price comes about, what of it is paid, and what is left. */
export function moneyLines({ booking, money, timeline }: BookingPage): MoneyLine[] {
  const lines: MoneyLine[] = [{ label: 'Price', amount: formatCents(booking.price_cents) }];
  const add = (label: string, cents: number, sign = '') => {
    if (cents > 0) lines.push({ label, amount: `${sign}${formatCents(cents)}` });
  };
  const { discount_cents: discount, nearby_discount_cents: nearby } = booking;
  add(`Coupon ${booking.coupon_code ?? ''}`.trim(), discount - nearby, '−');
  add('Nearby discount', nearby, '−');
  for (const tax of soldTaxes(booking)) add(taxName(tax), tax.cents);
  add('Tip when booking', booking.tip_cents);
  add('Tip when paying', money.tip_on_site_cents);
  add(
    reductionLabel({ status: booking.status, taxCents: money.reduced_tax_cents }),
    money.reduced_cents,
    '−',
  );
  const totalCents = booking.total_cents + money.tip_on_site_cents - money.reduced_cents;
  lines.push({ label: 'Total', amount: formatCents(totalCents), isSum: true });
  lines.push({ label: 'Paid', amount: formatCents(money.paid_cents) });
  const owedCents = byHandCents(timeline, 'owed');
  const byHand = byHandCents(timeline, 'succeeded');
  add('Refunded', money.refunded_cents - owedCents - byHand, '−');
  add('Refunded by hand', byHand, '−');
  add('To refund by hand', owedCents, '−');
  add('In dispute', money.disputed_cents ?? 0, '−');
  if (booking.status !== 'cancelled') {
    lines.push({
      label: booking.status === 'pending_payment' ? 'Due on site once paid online' : 'Due on site',
      amount: formatCents(money.due_on_site_cents),
      isSum: true,
    });
  }
  return lines;
}

/** What is refunded by hand: it is still owed, or was paid back on site or for what can't go back to its card. */
export const byHandCents = (
  timeline: BookingPage['timeline'],
  status: 'owed' | 'succeeded',
): number =>
  timeline.reduce(
    (sum, entry) =>
      entry.kind === 'refund' && isByHand(entry) && entry.status === status
        ? sum + entry.amount_cents
        : sum,
    0,
  );

const isByHand = ({ method, reason, status }: Extract<TimelineEntry, { kind: 'refund' }>) =>
  method !== 'online' || status === 'owed' || reason === 'given_back_by_hand';

/** Whether its time does not stand: it is cancelled, or rained out without a new time. */
export const isOff = ({ booking, called_off: calledOff }: BookingPage): boolean =>
  booking.status === 'cancelled' || calledOff !== null;

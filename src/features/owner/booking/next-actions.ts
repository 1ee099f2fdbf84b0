import { keptCents } from '@domain/money/kept.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { isChargeable } from '@domain/money/least-charge.ts';

export type Action =
  | 'payment'
  | 'link'
  | 'receipt'
  | 'refund'
  | 'message'
  | 'again'
  | 'move'
  | 'change'
  | 'correct'
  | 'cancel';

type Actions = {
  /** In the order of their use: the first is the next step, unless a visit is to be marked. */
  ordinary: readonly Action[];
  /** What is unusual in this state. */
  more: readonly Action[];
};

/** Whether the visit is behind the owner: done, no-show or cancelled. */
export const isOver = ({ booking }: BookingPage): boolean =>
  Boolean(booking.done_at ?? booking.no_show_at) || booking.status === 'cancelled';

/**
 * What the owner may do with a booking, the next step first. An unusual action that stands alone is not set apart.
 * `today` is the local day.
 */
export function actionsOf(page: BookingPage, today: string): Actions {
  const { ordinary, more } = withRefund(page, today);
  if (more.length !== 1) return { ordinary, more };
  const toCancel = ordinary.filter((one) => one === 'cancel');
  return {
    ordinary: [...ordinary.filter((one) => one !== 'cancel'), ...more, ...toCancel],
    more: [],
  };
}

function withRefund(page: BookingPage, today: string): Actions {
  const { ordinary, more } = withoutRefund(page, today);
  const { status } = page.booking;
  if (keptCents(page.money) <= 0 || status === 'pending_payment') return { ordinary, more };
  if (page.money.overpaid_cents > 0) return { ordinary: ['refund', ...ordinary], more };
  return status === 'cancelled'
    ? { ordinary: [...ordinary, 'refund'], more }
    : { ordinary, more: ['refund', ...more] };
}

function withoutRefund(page: BookingPage, today: string): Actions {
  const { booking, money, called_off: calledOff } = page;
  const isDue = money.due_on_site_cents > 0;
  const canLink =
    isChargeable(money.due_on_site_cents) && calledOff === null && booking.customer_email !== null;
  const without = (actions: readonly Action[]) =>
    canLink ? actions : actions.filter((one) => one !== 'link');
  const only = (ordinary: readonly Action[], more: readonly Action[] = []) => ({
    ordinary: without(ordinary),
    more,
  });
  if (booking.status === 'cancelled') return only(['message', 'again']);
  if (booking.status === 'pending_payment') return only(['message', 'cancel']);
  if (booking.no_show_at)
    return only(['message', 'again', 'payment', 'link'], ['change', 'correct', 'move', 'cancel']);
  if (booking.done_at) {
    const unusual = ['change', 'correct', 'move', 'cancel'] as const;
    return isDue
      ? only(['payment', 'link', 'message', 'receipt', 'again'], unusual)
      : only(['receipt', 'message', 'again', 'payment'], unusual);
  }
  if (calledOff !== null) return only(['move', 'message', 'payment', 'correct', 'cancel']);
  if (booking.booking_date > today)
    return only(['message', 'move', 'change', 'payment', 'link', 'correct', 'cancel']);
  return only(['payment', 'link', 'message', 'change', 'move', 'correct', 'cancel']);
}

import { formatCents } from '@domain/money/money.ts';
import { addDays } from '@domain/time/schedule.ts';
import { adminBookingPath, adminPaths, unpaidVisitsPath } from '@/config/admin-paths.ts';
import type { Dashboard, Needs } from '@contracts/dashboard.ts';

export type NeedLine = { key: string; count: number; words: string; to: string };

const many = (count: number, one: string, more: string) => (count === 1 ? one : more);

const lineToDecide = (item: Needs['to_decide'][number]): NeedLine => ({
  key: item.finding_id,
  count: 1,
  ...(item.reason === 'no_show_undecided' && item.booking_id
    ? {
        words: `no-show of ${item.customer_name}: decide what is kept`,
        to: adminBookingPath(item.booking_id),
      }
    : {
        words: `payment of ${formatCents(item.cents)} from a crew to record: ${item.customer_name}`,
        to: adminPaths.payments,
      }),
});

/** What needs her, the most pressing first; only what there is. */
export function needLines({ today, needs, outside_rules: outside }: Dashboard): NeedLine[] {
  const { past_balances: balances, refunds_by_hand: byHand } = needs;
  const payments = needs.payments - byHand.refunds - needs.to_decide.length;
  const lines: NeedLine[] = [
    ...needs.to_decide.map(lineToDecide),
    {
      key: 'past_visits',
      count: needs.past_visits,
      words: many(
        needs.past_visits,
        'past visit is not marked done',
        'past visits are not marked done',
      ),
      to: `${adminPaths.bookings}?view=list&status=booked&until=${addDays(today, -1)}`,
    },
    {
      key: 'past_balances',
      count: balances.visits,
      words: `${many(balances.visits, 'past visit is', 'past visits are')} not paid: ${formatCents(balances.due_cents)}`,
      to: unpaidVisitsPath(today),
    },
    {
      key: 'payments',
      count: payments,
      words: many(payments, 'payment needs attention', 'payments need attention'),
      to: adminPaths.payments,
    },
    {
      key: 'refunds_by_hand',
      count: byHand.refunds,
      words: `${many(byHand.refunds, 'refund', 'refunds')} to make by hand: ${formatCents(byHand.cents)}`,
      to: adminPaths.payments,
    },
    {
      key: 'rain_declined',
      count: needs.rain_declined,
      words: many(
        needs.rain_declined,
        'rain day customer needs another time',
        'rain day customers need another time',
      ),
      to: adminPaths.rainDay,
    },
    {
      key: 'inquiries',
      count: needs.inquiries,
      words: many(needs.inquiries, 'new inquiry', 'new inquiries'),
      to: adminPaths.inquiries,
    },
    {
      key: 'reviews',
      count: needs.reviews,
      words: many(needs.reviews, 'review to approve', 'reviews to approve'),
      to: adminPaths.reviews,
    },
    {
      key: 'rain_unanswered',
      count: needs.rain_unanswered,
      words: many(
        needs.rain_unanswered,
        'rain day customer hasn’t answered',
        'rain day customers haven’t answered',
      ),
      to: adminPaths.rainDay,
    },
    {
      key: 'offers',
      count: needs.offers,
      words: many(
        needs.offers,
        'time is offered to the waiting list',
        'times are offered to the waiting list',
      ),
      to: adminPaths.waitingList,
    },
    {
      key: 'texts',
      count: needs.texts,
      words: many(
        needs.texts,
        'text message was not delivered',
        'text messages were not delivered',
      ),
      to: adminPaths.texts,
    },
    {
      key: 'texts_over_limit',
      count: needs.texts_over_limit,
      words: many(
        needs.texts_over_limit,
        'text message is over today’s limit',
        'text messages are over today’s limit',
      ),
      to: adminPaths.texts,
    },
    {
      key: 'outside_rules',
      count: outside,
      words: many(outside, 'booking outside your hours', 'bookings outside your hours'),
      to: adminPaths.time,
    },
  ];
  return lines.filter(({ count }) => count > 0);
}

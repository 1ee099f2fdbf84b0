import type { CarOfDay } from '@contracts/dashboard.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import type { Operation } from '@/lib/on-device/operations-store.ts';

// A visit as it will be once this device has sent what was done. What the server refused doesn't count.

/** What counts of one visit, in its order. */
const countedOf = <Some extends Operation>(
  operations: readonly Some[],
  bookingId: string,
): Some[] => operations.filter((one) => one.bookingId === bookingId && !one.refused);

type Marks = { done_at: string | null; no_show_at: string | null };

function marked<Visit extends Marks>(visit: Visit, { kind, madeAt }: Operation): Visit {
  const at = new Date(madeAt).toISOString();
  if (kind === 'done') return { ...visit, done_at: visit.done_at ?? at, no_show_at: null };
  if (kind === 'no_show') return { ...visit, done_at: null, no_show_at: visit.no_show_at ?? at };
  if (kind === 'undo_mark') return { ...visit, done_at: null, no_show_at: null };
  return visit;
}

const cents = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** What a payment settles of the amount due: all but its tip. */
const settledBy = ({ input }: Operation) =>
  cents(input['amount_cents']) - cents(input['tip_cents']);
const noteOf = ({ input }: Operation): string => String(input['text']);

type Car = Marks & Pick<CarOfDay, 'id' | 'due_cents' | 'note'>;

export const carWithUnsent = <Some extends Car>(
  car: Some,
  operations: readonly Operation[],
): Some =>
  countedOf(operations, car.id).reduce((visit, one) => {
    if (one.kind === 'payment')
      return { ...visit, due_cents: Math.max(0, visit.due_cents - settledBy(one)) };
    if (one.kind === 'note') return { ...visit, note: noteOf(one) };
    return marked(visit, one);
  }, car);

export const pageWithUnsent = <Page extends BookingPage>(
  page: Page,
  operations: readonly Operation[],
): Page =>
  countedOf(operations, page.booking.id).reduce((visit, one) => {
    if (one.kind === 'payment') return { ...visit, money: moneyWith(visit.money, one) };
    if (one.kind === 'note') return { ...visit, note: { ...visit.note, text: noteOf(one) } };
    return { ...visit, booking: marked(visit.booking, one) };
  }, page);

const moneyWith = (money: BookingPage['money'], payment: Operation): BookingPage['money'] => ({
  ...money,
  paid_cents: money.paid_cents + cents(payment.input['amount_cents']),
  tip_on_site_cents: money.tip_on_site_cents + cents(payment.input['tip_cents']),
  due_on_site_cents: Math.max(0, money.due_on_site_cents - settledBy(payment)),
});

import { eachMore } from '@domain/booking/more-fields.ts';
import { formatPhone } from '@domain/contact/format-phone.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDate, formatDuration, formatTime } from '@domain/time/time-format.ts';
import { formatStart } from '@domain/time/start-format.ts';
import type { TimelineEntry } from '@contracts/owner-booking.ts';
import { formatMoment } from '@/lib/moments.ts';
import { methodLabels } from './words.ts';

type Entry<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

/** What an entry says: a line, and smaller print under it. */
export type EntryWords = { title: string; lines: string[] };

export function wordsOf(entry: TimelineEntry): EntryWords {
  switch (entry.kind) {
    case 'mail':
      return mailWords(entry);
    case 'text':
      return textWords(entry);
    case 'payment':
      return paymentWords(entry);
    case 'refund':
      return refundWords(entry);
    case 'change':
      return changeWords(entry);
  }
}

const by = (name: string | null): string => (name ? ` by ${inWords(name)}` : '');

const people: Readonly<Record<string, string>> = {
  Customer: 'the customer',
  Guest: 'the customer',
};

const inWords = (name: string): string => people[name] ?? name;

const mailStates: Record<Entry<'mail'>['status'], string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Could not be delivered',
  dropped: 'Not sent',
};

function mailWords(mail: Entry<'mail'>): EntryWords {
  return {
    title: mail.message ? 'Message to the customer' : `Email: ${mailName(mail.template_type)}`,
    lines: [
      mail.message ?? '',
      `${mailStates[mail.status]} to ${mail.to_email}${mail.by ? `, resent${by(mail.by)}` : ''}`,
      mail.status === 'dropped' ? whyDropped(mail) : '',
      mail.status === 'sent' ? '' : (mail.last_error ?? ''),
    ].filter(Boolean),
  };
}

const textStates: Record<Entry<'text'>['status'], string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Could not be delivered',
  dropped: 'Not sent',
};

function textWords(text: Entry<'text'>): EntryWords {
  return {
    title: `Text message: ${mailName(text.text_kind)}`,
    lines: [
      `${textStates[text.status]} to ${formatPhone(text.phone)}`,
      text.status === 'dropped' && !text.last_error
        ? 'No longer relevant, or stopped by the customer.'
        : '',
      textProblem(text.last_error),
    ].filter(Boolean),
  };
}

/** Why a text waits or was not sent, to the owner. */
const textProblem = (reason: string | null): string =>
  reason === 'daily_limit'
    ? 'The daily limit was reached.'
    : reason === 'outcome_unknown'
      ? 'The SMS service did not answer. The text may have been sent.'
      : reason === 'undelivered'
        ? 'The phone could not be reached.'
        : (reason ?? '');

const whyDropped = ({ to_email: reader }: Entry<'mail'>): string =>
  reader.endsWith('@account.invalid') ? 'The customer’s data was erased.' : 'No longer relevant.';

/** "booking_confirmation" -> "booking confirmation" */
export const mailName = (templateType: string): string => templateType.replaceAll('_', ' ');

function paymentWords(payment: Entry<'payment'>): EntryWords {
  const tip = payment.tip_cents > 0 ? `including a ${formatCents(payment.tip_cents)} tip` : '';
  const amount = formatCents(payment.amount_cents);
  const title = {
    succeeded: payment.method === 'online' ? `Paid online: ${amount}` : `Paid ${amount}`,
    processing: `A payment of ${amount} is being processed`,
    failed: `A payment of ${amount} did not go through`,
    canceled: `Payment of ${amount} recorded, then undone`,
  }[payment.status];
  const isOnline = payment.method === 'online' && payment.status === 'succeeded';
  const how = isOnline
    ? ''
    : `${methodLabels[payment.method]}${payment.by ? `, recorded${by(payment.by)}` : ''}`;
  return {
    title,
    lines: [how, tip, payment.status === 'failed' ? (payment.last_error ?? '') : ''].filter(
      Boolean,
    ),
  };
}

const refundStates: Record<Entry<'refund'>['status'], string> = {
  owed: 'To be refunded by hand',
  pending: 'Waiting to be sent to the card',
  sent: 'On its way to the card',
  succeeded: 'Refunded to the card',
  failed: 'Could not be refunded to the card',
};

/** What became of what was paid on site; one that did not succeed was replaced by one that did, or let be. */
const byHandStates: Partial<Record<Entry<'refund'>['status'], string>> = {
  succeeded: 'refunded by hand',
  failed: 'refund by hand cancelled',
};

function refundWords(refund: Entry<'refund'>): EntryWords {
  const isByHand = refund.method !== 'online';
  const what = isByHand ? (byHandStates[refund.status] ?? 'to refund by hand') : 'refunded';
  return {
    title: `${formatCents(refund.amount_cents)} ${what}`,
    lines: [
      isByHand ? `Paid on site: ${methodLabels[refund.method]}` : refundStates[refund.status],
    ],
  };
}

const actions: Readonly<Record<string, string>> = {
  created: 'Booked',
  moved: 'Moved',
  crew_changed: 'Crew changed',
  swap_asked: 'Asked to swap times',
  cancelled: 'Cancelled',
  on_my_way: 'On the way',
  work_began: 'Work started',
  visit_step_undone: 'Step undone',
  done: 'Marked as done',
  no_show: 'Marked as no-show',
  visit_mark_undone: 'Visit mark undone',
  linked: 'Added to an account',
  changed: 'Details changed',
  sale_changed: 'Visit changed',
  note: 'Private note changed',
  payment_undone: 'Payment undone',
  cash_received: 'Cash received from the crew',
  cash_with_crew: 'Cash is with the crew again',
  refund_chosen: 'Refund chosen',
  payment_handed_over: 'Payment sent to you',
  payment_attached: 'Payment recorded',
  payment_accepted: 'Payment decided',
  payment_by_hand: 'Manual refund recorded',
  dispute_opened: 'Payment disputed by the bank',
  dispute_closed: 'Dispute closed',
  photo_consent_given: 'Agreed to show photos in the gallery',
  photo_consent_revoked: 'No longer agrees to show photos',
  forgotten: 'Customer data erased',
};

function changeWords(change: Entry<'change'>): EntryWords {
  if (change.action === 'refunded')
    return { title: refundChosen(change), lines: [`By ${inWords(change.by)}`] };
  const isByPhone = change.action === 'created' && change.is?.['source'] === 'phone';
  const name = isByPhone
    ? 'Booked by phone'
    : change.action === 'status'
      ? standingOf(change)
      : (actions[change.action] ?? mailName(change.action));
  const isAutomatic = change.by === 'System';
  return {
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}${isAutomatic ? '' : by(change.by)}`,
    lines: [...linesOf(change), isAutomatic ? 'Automatic' : ''].filter(Boolean),
  };
}

/** "Refunded $20.00: a seat stayed dirty" */
function refundChosen({ is }: Entry<'change'>): string {
  const reason = is?.['note'];
  return [`Refunded ${valueOf('refund_cents', is?.['refund_cents'])}`, reason]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(': ');
}

/** What a change of the status means; the payment that caused it has an entry of its own. */
function standingOf({ was, is }: Entry<'change'>): string {
  if (is?.['status'] === 'paid') return 'Paid in full';
  if (was?.['status'] === 'paid') return 'No longer paid in full';
  if (is?.['status'] === 'deposit_paid') return 'Confirmed: the deposit is paid';
  if (is?.['status'] === 'confirmed')
    return was?.['status'] === 'pending_payment'
      ? 'Confirmed: paid online'
      : 'No longer paid in full';
  return 'Payment status changed';
}

function linesOf(change: Entry<'change'>): string[] {
  if (change.action === 'created') return [firstStart(change.is)].filter(Boolean);
  if (change.action === 'payment_undone') return [paymentOf(change.was)];
  if (change.action.startsWith('cash_')) return [paymentOf(change.is)];
  const { finding, note } = change.is ?? {};
  if (finding) return typeof note === 'string' ? [note] : [];
  if (change.action === 'status' && change.is?.['status'] !== 'pending_payment') return [];
  return differences(change);
}

function paymentOf(was: Entry<'change'>['was']): string {
  const cents = was?.['amount_cents'];
  const method = was?.['method'] as keyof typeof methodLabels | undefined;
  return `${typeof cents === 'number' ? formatCents(cents) : ''} ${method ? methodLabels[method] : ''}`.trim();
}

function firstStart(is: Entry<'change'>['is']): string {
  const [date, time] = [is?.['booking_date'], is?.['booking_time']];
  return typeof date === 'string' && typeof time === 'string'
    ? `For ${formatStart({ date, time })}`
    : '';
}

const columns: Readonly<Record<string, string>> = {
  booking_date: 'Day',
  booking_time: 'Time',
  status: 'Status',
  crew: 'Crew',
  refund_cents: 'Refund',
  disputed_cents: 'Disputed',
  reason: 'Reason',
  note: 'Note',
  customer_name: 'Name',
  customer_email: 'Email',
  customer_phone: 'Phone',
  address: 'Address',
  city: 'City',
  postal_code: 'Postal code',
  car_model: 'Car',
  car_year: 'Year',
  service_name: 'Service',
  vehicle_name: 'Vehicle',
  vehicle_type: 'Vehicle',
  add_ons: 'Add-ons',
  duration_minutes: 'Length',
  price_cents: 'Price',
  discount_cents: 'Discount',
  tax_cents: 'Tax',
  total_cents: 'Total',
  province: 'Province',
  ...eachMore((_, { label }) => label),
};

/** "Time: 9:00 AM → 1:30 PM", for what a reader can make something of. */
function differences({ was, is }: Entry<'change'>): string[] {
  const changed = { ...was, ...is };
  const names = Object.keys(columns).filter(
    (name) =>
      Object.hasOwn(changed, name) &&
      // The name of the class says it better.
      !(name === 'vehicle_type' && Object.hasOwn(changed, 'vehicle_name')),
  );
  return names.map((name) => {
    const [before, after] = [valueOf(name, was?.[name]), valueOf(name, is?.[name])];
    const label = columns[name] ?? name;
    // A reason comes with its entry; there was none before.
    return name === 'reason' && before === 'nothing'
      ? `${label}: ${after}`
      : `${label}: ${before} → ${after}`;
  });
}

/** Reasons of the bank and of refunds come as codes, those that somebody typed as they are. */
const reasons: Readonly<Record<string, string>> = {
  owed_by_hand: 'to refund by hand',
  given_back_by_hand: 'refunded by hand',
  paid_by_hand: 'paid by hand',
  fraudulent: 'reported as fraud',
  product_not_received: 'not received',
};

const reasonInWords = (text: string): string => reasons[text] ?? text.replaceAll('_', ' ');

const states: Readonly<Record<string, string>> = {
  pending_payment: 'not paid yet',
  deposit_paid: 'deposit paid',
  confirmed: 'confirmed',
  paid: 'paid',
  cancelled: 'cancelled',
};

function valueOf(column: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (Array.isArray(value))
    return value.map((one: { name?: unknown }) => String(one.name)).join(', ');
  if (typeof value === 'number')
    return column.endsWith('_cents')
      ? formatCents(value)
      : column === 'duration_minutes'
        ? formatDuration(value)
        : String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (column === 'booking_date') return formatDate(text);
  if (column === 'booking_time') return formatTime(text);
  if (column === 'status') return states[text] ?? text;
  if (column === 'reason') return reasonInWords(text);
  return column.endsWith('_at') ? formatMoment(text) : text;
}

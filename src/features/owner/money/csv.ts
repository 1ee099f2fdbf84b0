import { unparse } from 'papaparse';
import { rainAnswerLabels } from '@/entities/rain-day/rain-answer-labels.ts';
import { visitOutcome } from '@/entities/visit/visit-outcome.ts';
import type { BookingRow, MoveRow } from '@contracts/money.ts';
import { bookingNumber } from '@domain/booking/booking-number.ts';
import { vehicleName } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { formatPhone } from '@domain/contact/format-phone.ts';
import { refundedWord } from '@domain/money/kept.ts';
import type { PaymentMethod } from '@domain/money/payment-methods.ts';
import { receiptNumber, methodLabels } from '@domain/money/receipt.ts';

// A cell that begins like a formula would be run by a spreadsheet. An amount below zero is no formula.
const formula = /^(?!-\d+\.\d{2}$)[=+\-@\t\r\n]/;
// Some spreadsheets split at semicolons, after which a formula could begin.
const written = {
  escapeFormulae: formula,
  newline: '\r\n',
  quotes: (cell: unknown) => String(cell).includes(';'),
};
// Without it spreadsheets take UTF-8 for something else.
const byteOrderMark = '\uFEFF';

const local = new Intl.DateTimeFormat('en-CA', {
  timeZone: fixedTerms.timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** 13499 -> "134.99": dollars with two decimals, whatever the language of the spreadsheet's owner. */
const dollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** An instant as the business's wall clock shows it: "2026-11-21 09:30:00". */
const localTime = (instant: string | null): string =>
  instant === null ? '' : local.format(new Date(instant)).replace(', ', ' ');

const payment = (row: MoveRow) => ({
  'Local time': localTime(row.at),
  Kind: kindWords[row.kind],
  'Amount (CAD)': dollars(row.amount_cents),
  'Including tax': dollars(row.tax_cents),
  'Including tip': dollars(row.tip_cents),
  Method: methodWord(row.method),
  Status: moveStatusWord(row),
  Service: row.service_name,
  Customer: row.customer_name,
  Receipt: receiptNumber(row.booking_id),
  'Booking ID': row.booking_id,
  'Payment ID': row.payment_id,
  'Refund ID': row.kind === 'refund' ? row.id : '',
  'Stripe ID': row.stripe_id ?? '',
});

const booking = (row: BookingRow, seen: Seen) => ({
  Date: row.booking_date,
  Time: row.booking_time.slice(0, 5),
  Service: row.service_name,
  Vehicle: vehicleWord(row, seen),
  Customer: row.customer_name,
  Email: row.customer_email ?? '',
  Status: statusWord(row),
  Outcome: outcomeWord(row, seen),
  Source: sourceWords[row.source],
  'Payment option': optionWords[row.payment_option],
  'Price (CAD)': dollars(row.price_cents),
  Discount: dollars(row.discount_cents),
  'Nearby discount': dollars(row.nearby_discount_cents),
  Coupon: row.coupon_code ?? '',
  Tax: dollars(row.tax_cents),
  'Tax label': row.tax_cents > 0 ? row.tax_label : '',
  Tip: dollars(row.tip_cents + row.later_tip_cents),
  'Total without tips on site': dollars(row.total_cents),
  Paid: dollars(row.paid_cents),
  Refunded: dollars(row.refunded_cents),
  'Balance due': dollars(row.due_cents),
  Booked: localTime(row.created_at),
  Cancelled: localTime(row.cancelled_at),
  Receipt: receiptNumber(row.id),
  'Booking ID': row.id,
  'Add-ons': (row.add_ons ?? []).map(({ name }) => name).join(', '),
  'Add-on price': dollars(row.add_ons?.reduce((sum, { priceCents }) => sum + priceCents, 0) ?? 0),
  'Booking number': bookingNumber(row.id),
  Phone: row.customer_phone === '' ? '' : formatPhone(row.customer_phone),
  Crew: row.crew === null ? '' : row.crew_name || `Crew ${row.crew}`,
});

/** Payments, refunds, disputes and changes of tax and tip as a file for a spreadsheet, amounts in dollars. */
export const paymentsCsv = (rows: readonly MoveRow[]): string => textCsv(rows.map(payment));

/** Bookings as a file for a spreadsheet, amounts in dollars. */
export const bookingsCsv = (rows: readonly BookingRow[], seen: Seen): string =>
  textCsv(rows.map((row) => booking(row, seen)));

/** Rows of text by heading as a file: UTF-8 with a mark that says so. */
export const textCsv = (rows: readonly Record<string, string>[]): string =>
  byteOrderMark + unparse([...rows], written);

/** The programs whose import a file can be shaped for. */
export type AccountingProgram = 'quickbooks' | 'xero';

const accountingLine: Record<AccountingProgram, (row: MoveRow) => Record<string, string>> = {
  // QuickBooks Online takes these three columns in this order, none of them for a payee.
  quickbooks: (row) => ({
    Date: localDate(row.at, ({ year, month, day }) => `${month}/${day}/${year}`),
    Description: [row.customer_name, descriptionOf(row)].filter(Boolean).join(', '),
    Amount: dollars(row.amount_cents),
  }),
  // The headings of Xero's template for bank statements, where an asterisk means required.
  xero: (row) => ({
    '*Date': localDate(row.at, ({ year, month, day }) => `${day}/${month}/${year}`),
    '*Amount': dollars(row.amount_cents),
    Payee: row.customer_name,
    Description: descriptionOf(row),
    Reference: receiptNumber(row.booking_id),
    'Check Number': '',
  }),
};

/**
 * Payments, refunds and disputes as a bank statement that the program imports (docs/decisions/0094). Without a byte
 * order mark, which would become part of the first heading. A statement has only lines that move money.
 */
export const accountingCsv = (program: AccountingProgram, rows: readonly MoveRow[]): string =>
  unparse(rows.filter((row) => row.amount_cents !== 0).map(accountingLine[program]), written);

/** Neither import has a column for taxes, so the text tells them: a rule of the program can look for "no tax". */
const descriptionOf = (row: MoveRow): string =>
  [
    kindWords[row.kind],
    methodWord(row.method),
    row.service_name,
    receiptNumber(row.booking_id),
    row.tax_cents === 0 ? 'no tax' : `tax ${dollars(row.tax_cents)}`,
    row.tip_cents === 0 ? '' : `tip ${dollars(row.tip_cents)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The local day of an instant, written as asked. */
function localDate(
  instant: string,
  write: (parts: { year: string; month: string; day: string }) => string,
): string {
  const [year = '', month = '', day = ''] = localTime(instant).slice(0, 10).split('-');
  return write({ year, month, day });
}

/** The local day of the file, and the business that names what bookings have no name for. */
type Seen = { today: string; business: Pick<Business, 'vehicleClasses'> };

const kindWords: Record<MoveRow['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  change: 'Change of the visit',
};

const statusWords: Record<BookingRow['status'], string> = {
  pending_payment: 'Not paid yet',
  deposit_paid: 'Deposit paid',
  confirmed: 'Confirmed',
  paid: 'Paid in full',
  cancelled: 'Cancelled',
};

/** A paid booking says what of it was refunded, or is to be. */
function statusWord(row: BookingRow): string {
  if (row.status !== 'paid') return statusWords[row.status];
  if (row.owed_cents > 0) return 'Refund owed';
  const refunded = { paidCents: row.paid_cents, refundedCents: row.refunded_cents };
  return refundedWord(refunded) ?? statusWords.paid;
}

const sourceWords: Record<BookingRow['source'], string> = {
  online: 'Online',
  phone: 'By phone',
};

const optionWords: Record<BookingRow['payment_option'], string> = {
  pay_deposit: 'Deposit',
  pay_full_online: 'In full online',
  pay_later: 'On site',
};

const methodWord = (method: string): string =>
  method in methodLabels ? methodLabels[method as PaymentMethod] : method;

const vehicleWord = (row: BookingRow, { business }: Seen): string =>
  row.vehicle_name ?? vehicleName(business, row.vehicle_type);

/** What became of the visit. */
function outcomeWord(row: BookingRow, { today }: Seen): string {
  if (row.status === 'cancelled') return 'Cancelled';
  return row.called_off === null ? visitOutcome(row, today) : rainAnswerLabels[row.called_off];
}

const refundWords: Readonly<Record<string, string>> = {
  pending: 'Waiting to be sent',
  sent: 'Sent',
  succeeded: 'Refunded',
};

/** What a line says happened; a later line says that it was undone. */
function moveStatusWord({ kind, status, amount_cents: cents }: MoveRow): string {
  switch (kind) {
    case 'payment':
      return cents > 0 ? 'Received' : 'Undone';
    case 'refund':
      return cents > 0 ? 'Failed' : (refundWords[status] ?? 'Sent');
    case 'dispute':
      return cents < 0 ? 'Taken by the bank' : 'Returned by the bank';
    case 'change':
      return 'Tax and tip changed';
  }
}

import type { BookingRow, MoveRow } from '@contracts/money.ts';
import { vehicleName } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import { refundedWord } from '@domain/money/kept.ts';
import type { PaymentMethod } from '@domain/money/payment-methods.ts';
import { methodLabels } from '@domain/money/receipt.ts';
import { rainAnswerLabels } from '@/entities/rain-day/rain-answer-labels.ts';
import { visitOutcome } from '@/entities/visit/visit-outcome.ts';

/** The local day of the file, and the business that names what bookings have no name for. */
export type Seen = { today: string; business: Pick<Business, 'vehicleClasses'> };

export const kindWords: Record<MoveRow['kind'], string> = {
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
export function statusWord(row: BookingRow): string {
  if (row.status !== 'paid') return statusWords[row.status];
  if (row.owed_cents > 0) return 'Refund owed';
  const refunded = { paidCents: row.paid_cents, refundedCents: row.refunded_cents };
  return refundedWord(refunded) ?? statusWords.paid;
}

export const sourceWords: Record<BookingRow['source'], string> = {
  online: 'Online',
  phone: 'By phone',
};

export const optionWords: Record<BookingRow['payment_option'], string> = {
  pay_deposit: 'Deposit',
  pay_full_online: 'In full online',
  pay_later: 'On site',
};

export const methodWord = (method: string): string =>
  method in methodLabels ? methodLabels[method as PaymentMethod] : method;

export const vehicleWord = (row: BookingRow, { business }: Seen): string =>
  row.vehicle_name ?? vehicleName(business, row.vehicle_type);

/** What became of the visit. */
export function outcomeWord(row: BookingRow, { today }: Seen): string {
  if (row.status === 'cancelled') return 'Cancelled';
  return row.called_off === null ? visitOutcome(row, today) : rainAnswerLabels[row.called_off];
}

const refundWords: Readonly<Record<string, string>> = {
  pending: 'Waiting to be sent',
  sent: 'Sent',
  succeeded: 'Refunded',
};

/** What a line says happened; a later line says that it was undone. */
export function moveStatusWord({ kind, status, amount_cents: cents }: MoveRow): string {
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

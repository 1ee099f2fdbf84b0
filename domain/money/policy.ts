import type { Business } from '../business/business.ts';
import type { Moment } from '../time/moment.ts';
import { formatCents, formatShortCents } from './money.ts';
import { isCancellationFree } from './refund.ts';

type Terms = Pick<Business, 'deposit' | 'freeCancellationHours'>;

/** "$20", or "20%" of the total */
export const depositInWords = ({ deposit }: Pick<Business, 'deposit'>): string =>
  deposit.kind === 'amount' ? formatShortCents(deposit.cents) : `${deposit.basisPoints / 100}%`;

/** "$20.00", or "20%" of the total */
export const depositInCents = ({ deposit }: Pick<Business, 'deposit'>): string =>
  deposit.kind === 'amount' ? formatCents(deposit.cents) : `${deposit.basisPoints / 100}%`;

/** The deposit policy as shown before booking. */
export const depositPolicy = (terms: Terms): string =>
  `A ${depositInWords(terms)} deposit is required and is fully refundable if cancelled ` +
  (terms.freeCancellationHours === 0 ? '' : `at least ${hoursOf(terms)} `) +
  'before the appointment.';

/** What to know before paying for an appointment that is too near to be cancelled free of charge; else null. */
export const nearNote = (
  request: { startsAt: Moment; now: Moment } & Pick<Business, 'freeCancellationHours'>,
): string | null =>
  isCancellationFree(request)
    ? null
    : `Your appointment is less than ${hoursOf(request)} away, so the deposit is not refundable.`;

/** "24 hours" */
export const hoursOf = ({ freeCancellationHours: hours }: { freeCancellationHours: number }) =>
  `${hours} ${hours === 1 ? 'hour' : 'hours'}`;

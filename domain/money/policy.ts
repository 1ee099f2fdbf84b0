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

/** That the deposit of an appointment this near is not refundable; null for one that can be cancelled free of charge. */
export const nearPolicy = (
  terms: Terms,
  { startsAt, now }: { startsAt: Moment; now: Moment },
): string | null =>
  isCancellationFree({ ...terms, startsAt, now })
    ? null
    : `The ${depositInWords(terms)} deposit is not refundable, because your appointment is less than ${hoursOf(terms)} away.`;

/** "24 hours" */
export const hoursOf = ({ freeCancellationHours: hours }: { freeCancellationHours: number }) =>
  `${hours} ${hours === 1 ? 'hour' : 'hours'}`;

import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import type { Confirmation } from './confirm-booking.ts';
import { toldStartOf } from '@/lib/told-times.ts';

type Frame = { title: string; heading: string; lead?: string; width: 'narrow' | 'wide' };

const title = 'Booking Confirmation';

/** Title and heading of the page by what is known: one page throughout, so that the focus stays where it is. */
export function pageFrame(confirmation: Confirmation | undefined, isFetching: boolean): Frame {
  switch (confirmation?.kind) {
    case undefined:
    case 'not_found':
    case 'refused':
      return {
        title,
        heading: isFetching ? 'Confirming your booking' : 'We could not check your booking',
        width: 'narrow',
      };
    case 'processing':
      return {
        title,
        heading: 'Your bank is processing the payment.',
        lead: 'We hold your time until the payment is complete.',
        width: 'narrow',
      };
    case 'unpaid':
      return {
        title: 'Payment Not Completed',
        heading: 'Your payment did not go through.',
        lead: toldStartOf(confirmation.booking),
        width: 'narrow',
      };
    case 'refunded':
      return {
        title: 'Payment Refunded',
        heading: 'We could not keep your time.',
        lead: toldStartOf(confirmation.booking),
        width: 'narrow',
      };
    case 'cancelled':
      return {
        title: 'Booking Cancelled',
        heading: 'This booking was cancelled.',
        lead: `${confirmation.booking.service_name}, ${toldStartOf(confirmation.booking)}`,
        width: 'narrow',
      };
    case 'confirmed':
      return {
        title: 'Booking Confirmed',
        heading: `See you soon, ${firstName(confirmation.booking)}.`,
        lead: 'Your appointment is confirmed.',
        width: 'wide',
      };
  }
}

function firstName({ customer_name }: BookingRecord): string {
  return customer_name.split(' ')[0] ?? customer_name;
}

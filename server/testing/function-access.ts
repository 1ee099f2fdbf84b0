import type { Caller } from './callers.ts';

type FunctionRow = {
  name: string;
  /** The body for a booking with `amount` cents due. */
  body: (bookingId: string, amount: number) => object;
  /** Whether it is about a booking, which a holder of its id may call it for. */
  isAboutBooking: boolean;
  /** `status what`: the code of an error, or the names of all returned fields. */
  everybody: string;
  except?: Partial<Record<Caller, string>>;
};

/** The host has no such function. */
export const notServed = '404 function_not_found';

const template = {
  subject: 'Hello {{ customer_name }}',
  content: '<p>Until soon.</p>',
  template_type: 'booking_confirmation',
};

const unknownBooking = '00000000-0000-4000-8000-000000000001';

const work = { serviceId: 'basic-wash', vehicleType: 'sedan' };

/** No named person has called. */
const phoneBooking = {
  bookingId: unknownBooking,
  ...work,
  bookingDate: '2026-12-08',
  bookingTime: '09:00',
  customerInfo: {},
};

const aboutBooking = (
  name: string,
  everybody: string,
  extra: (amount: number) => object = () => ({}),
): FunctionRow => ({
  name,
  body: (bookingId, amount) => ({ bookingId, ...extra(amount) }),
  isAboutBooking: true,
  everybody,
});

const forAdministrators = (name: string, told: string): FunctionRow =>
  administratorsOnly(name, template, `200 ${told}`);

const administratorsOnly = (name: string, body: object, answer: string): FunctionRow => ({
  name,
  body: () => body,
  isAboutBooking: false,
  everybody: '401 sign_in_needed',
  except: {
    owner: '403 administrators_only',
    stranger: '403 administrators_only',
    info: '403 administrators_only',
    member: '403 administrators_only',
    unproven: '403 administrators_only',
    'signed out': '401 session_ended',
    administrator: answer,
    proven: answer,
  },
});

/** Every server function and its answer to each caller. */
export const functionRows: readonly FunctionRow[] = [
  {
    name: 'create-booking',
    body: () => ({}),
    isAboutBooking: false,
    everybody: '400 invalid_input',
  },
  {
    name: 'join-waiting-list',
    body: () => ({}),
    isAboutBooking: false,
    everybody: '400 invalid_input',
  },
  {
    name: 'open-times',
    body: () => ({}),
    isAboutBooking: false,
    everybody: '400 invalid_input',
  },
  {
    name: 'picked-time',
    body: () => ({ event: 'https://api.calendly.com/scheduled_events/unknown-event' }),
    isAboutBooking: false,
    everybody: '200 startsAt',
  },
  aboutBooking('extend-hold', '200 holdExpiresAt, extensionsLeft'),
  aboutBooking('create-payment-intent', '200 clientSecret, paymentIntentId, methods', (amount) => ({
    amountToCharge: amount,
  })),
  aboutBooking('verify-payment', '200 payment, bookingStatus, declinedBy'),
  {
    name: 'show-balance',
    body: () => ({ token: 'unknown' }),
    isAboutBooking: false,
    everybody: '404 link_unknown',
  },
  {
    name: 'pay-balance',
    body: () => ({ token: 'unknown', tipCents: 0, amountToCharge: 1000 }),
    isAboutBooking: false,
    everybody: '404 link_unknown',
  },
  {
    name: 'booking-photo',
    body: () => ({ photoId: unknownBooking, email: 'nobody@example.com' }),
    isAboutBooking: false,
    everybody: '404 photo_not_found',
    except: { 'signed out': '401 session_ended' },
  },
  aboutBooking('cancel-booking', '200 refundAmount, bookingStatus'),
  {
    name: 'stripe-webhook',
    body: () => ({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' }),
    isAboutBooking: false,
    everybody: '400 invalid_signature',
  },
  {
    name: 'text-webhook',
    body: () => ({ MessageSid: 'SM1', From: '+19055550199', Body: 'STOP' }),
    isAboutBooking: false,
    everybody: '403 text_signature_wrong',
  },
  {
    name: 'unsubscribe',
    body: () => ({ token: 'nobody’s' }),
    isAboutBooking: false,
    everybody: '404 link_unknown',
  },
  {
    // Read only, by a holder of an address's secret.
    name: 'calendar-feed',
    body: () => ({}),
    isAboutBooking: false,
    everybody: '404 not_found',
  },
  {
    // For the hosted backend only, where nothing runs between requests.
    name: 'run-jobs',
    body: () => ({}),
    isAboutBooking: false,
    everybody: notServed,
  },
  administratorsOnly(
    'cancel-booking-as-owner',
    { bookingId: unknownBooking, preview: true },
    '404 booking_not_found',
  ),
  administratorsOnly(
    'refund-booking',
    {
      bookingId: unknownBooking,
      requestId: '00000000-0000-4000-8000-000000000001',
      refundCents: 1,
      expectedPaidCents: 1,
    },
    '404 booking_not_found',
  ),
  administratorsOnly(
    'change-visit',
    {
      bookingId: unknownBooking,
      ...work,
      seen: { ...work, priceCents: 1, totalCents: 1 },
      preview: true,
    },
    '404 booking_not_found',
  ),
  administratorsOnly('take-phone-booking', phoneBooking, '400 invalid_input'),
  administratorsOnly(
    'mend-payment',
    { findingId: '00000000-0000-4000-8000-000000000001', action: 'ask_again' },
    '404 finding_not_found',
  ),
  administratorsOnly('publish-business', { revision: 0 }, '409 nothing_to_publish'),
  forAdministrators('preview-template', 'variables, subject, html, darkHtml'),
  forAdministrators('send-test-mail', 'sentTo'),
];

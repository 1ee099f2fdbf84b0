import type { Limit } from '../backend/auth/limits.ts';

/**
 * An endpoint with a limit by address. The auth service (backend/auth/limits.ts) and uploads have their own.
 */
export type LimitedEndpoint = {
  name: string;
  methods: readonly string[];
  paths: readonly string[];
  /** For one address; a family, an office or a phone network behind one address stays below it. */
  limit: Limit;
  /**
   * Where it is counted: in rows that all replicas share if money, email or a guess is at stake; in the process if
   * it only costs effort.
   */
  kept: 'shared' | 'process';
  /** What is counted: every request, or only lookups of a booking by an unknown id. */
  counts?: 'misses';
  /** The code of a refusal, if the app has its own sentence for it. */
  code?: string;
};

const called = ['POST', 'GET', 'HEAD'];

type Rule = Partial<Omit<LimitedEndpoint, 'name' | 'kept' | 'limit'>> & { minutes?: number };

/** By default the server function of that name, by POST, in ten minutes. */
const counted =
  (kept: LimitedEndpoint['kept']) =>
  (name: string, attempts: number, { minutes = 10, ...rule }: Rule = {}): LimitedEndpoint => ({
    name,
    methods: ['POST'],
    paths: [`/functions/v1/${name}`],
    limit: { attempts, windowSeconds: minutes * 60 },
    kept,
    ...rule,
  });
const shared = counted('shared');
const inProcess = counted('process');

const offers = [
  'rain_offer',
  'choose_rain_time',
  'decline_rain_times',
  'waiting_offer',
  'decline_waiting_offer',
  'swap_offer',
  'answer_swap',
  'photos_of_link',
];

export const limitedEndpoints: readonly LimitedEndpoint[] = [
  shared('create-booking', 40),
  // A correct guess is worth money.
  shared('coupon', 40, {
    methods: called,
    paths: ['/rest/v1/rpc/coupon_offer', '/rest/v1/rpc/coupon_refusal'],
  }),
  shared('create-payment-intent', 60),
  shared('pay-balance', 60),
  shared('open-balance', 60, { methods: called, paths: ['/rest/v1/rpc/open_balance'] }),
  shared('open-visit', 60, {
    methods: called,
    paths: ['/rest/v1/rpc/open_visit', '/rest/v1/rpc/open_balance_of_visit'],
  }),
  shared('cancel-booking', 60),
  shared('choose-texts', 60, { methods: called, paths: ['/rest/v1/rpc/choose_texts'] }),
  shared('join-waiting-list', 15, { minutes: 60 }),
  // A calendar asks once a month shown and once a minute while it is open.
  shared('open-times', 120),
  shared('picked-time', 20),
  shared('inquiries', 10, {
    minutes: 60,
    paths: ['/rest/v1/inquiries'],
    code: 'too_many_inquiries',
  }),
  shared('unanswered-question', 20, {
    minutes: 60,
    methods: called,
    paths: ['/rest/v1/rpc/keep_unanswered_question'],
  }),
  shared('reviews', 20, { minutes: 60, paths: ['/rest/v1/reviews'], code: 'too_many_reviews' }),
  shared('booking-by-id', 20, {
    methods: ['GET', 'HEAD', 'PATCH'],
    paths: ['/rest/v1/bookings'],
    counts: 'misses',
  }),
  shared('booking-number', 30, { methods: called, paths: ['/rest/v1/rpc/booking_of_number'] }),
  shared('booking-details', 60, { methods: called, paths: ['/rest/v1/rpc/booking_details'] }),
  shared('booking-more', 60, { methods: called, paths: ['/rest/v1/rpc/save_booking_more'] }),
  shared('booking-photos', 60, {
    methods: called,
    paths: ['add', 'remove', 'holds'].map((what) => `/rest/v1/rpc/${what}_booking_photo`),
  }),
  shared('photo-links', 60, {
    methods: called,
    paths: [
      'booking_photo_link',
      'booking_photo_links',
      'visit_photo_link',
      'choose_photo_consent',
    ].map((name) => `/rest/v1/rpc/${name}`),
  }),
  // Email programs of large providers send many people's requests from a few addresses.
  shared('unsubscribe', 120, { methods: called }),
  inProcess('booking-photo', 300),
  inProcess('verify-payment', 150),
  inProcess('show-balance', 150),
  inProcess('extend-hold', 60),
  inProcess('calendar-feed', 120, { methods: called }),
  // An open page reloads whenever the calendar changes.
  inProcess('offers', 300, {
    methods: called,
    paths: offers.map((name) => `/rest/v1/rpc/${name}`),
  }),
  // An open page loads again three times a minute.
  inProcess('visit-status', 300, { methods: called, paths: ['/rest/v1/rpc/visit_status'] }),
  inProcess('mail-tools', 300, {
    paths: ['/functions/v1/send-test-mail', '/functions/v1/preview-template'],
  }),
];

/** The maximum number of open requests of one address, of any kind. */
export const mostAtOnce = 200;

const endpointsByPath = new Map(
  limitedEndpoints.flatMap((endpoint) => endpoint.paths.map((path) => [path, endpoint] as const)),
);

/** The limited endpoint of a request. The router accepts one spelling of a path, and so does this. */
export function endpointOf(method: string, path: string): LimitedEndpoint | null {
  const endpoint = endpointsByPath.get(path);
  return endpoint?.methods.includes(method) ? endpoint : null;
}

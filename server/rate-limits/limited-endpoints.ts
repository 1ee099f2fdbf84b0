import type { Limit } from '../backend/auth/limits.ts';

/** A endpoint that counts who knocks, beside those of the auth service (backend/auth/limits.ts) and of uploads. */
export type LimitedEndpoint = {
  name: string;
  methods: readonly string[];
  paths: readonly string[];
  /** From one address; a family, an office or a phone network behind one address stays below it. */
  limit: Limit;
  /**
   * Where it is counted: rows that all replicas share where money, mail or a guess is behind the endpoint; in the
   * process where it is only about cost.
   */
  kept: 'shared' | 'process';
  /** What is counted: every knock, or only looking for a booking by an id that opens none. */
  counts?: 'misses';
  /** The code of a refusal, where the app has a sentence of its own for it. */
  code?: string;
};

const minutes = (count: number) => count * 60;
const post = ['POST'] as const;
const called = ['POST', 'GET', 'HEAD'] as const;
const functionOf = (name: string) => [`/functions/v1/${name}`];

export const limitedEndpoints: readonly LimitedEndpoint[] = [
  {
    name: 'create-booking',
    methods: post,
    paths: functionOf('create-booking'),
    limit: { attempts: 40, windowSeconds: minutes(10) },
    kept: 'shared',
  },
  {
    name: 'create-payment-intent',
    methods: post,
    paths: functionOf('create-payment-intent'),
    limit: { attempts: 60, windowSeconds: minutes(10) },
    kept: 'shared',
  },
  {
    name: 'cancel-booking',
    methods: post,
    paths: functionOf('cancel-booking'),
    limit: { attempts: 60, windowSeconds: minutes(10) },
    kept: 'shared',
  },
  {
    name: 'join-waiting-list',
    methods: post,
    paths: functionOf('join-waiting-list'),
    limit: { attempts: 15, windowSeconds: minutes(60) },
    kept: 'shared',
  },
  {
    name: 'inquiries',
    methods: post,
    paths: ['/rest/v1/inquiries'],
    limit: { attempts: 10, windowSeconds: minutes(60) },
    kept: 'shared',
    code: 'too_many_inquiries',
  },
  {
    name: 'reviews',
    methods: post,
    paths: ['/rest/v1/reviews'],
    limit: { attempts: 20, windowSeconds: minutes(60) },
    kept: 'shared',
    code: 'too_many_reviews',
  },
  {
    name: 'booking-by-id',
    methods: ['GET', 'HEAD', 'PATCH'],
    paths: ['/rest/v1/bookings'],
    limit: { attempts: 20, windowSeconds: minutes(10) },
    kept: 'shared',
    counts: 'misses',
  },
  {
    name: 'booking-details',
    methods: called,
    paths: ['/rest/v1/rpc/booking_details'],
    limit: { attempts: 60, windowSeconds: minutes(10) },
    kept: 'shared',
  },
  {
    name: 'unsubscribe',
    methods: called,
    paths: functionOf('unsubscribe'),
    // Mail programs of large providers ask for many people from a few addresses.
    limit: { attempts: 120, windowSeconds: minutes(10) },
    kept: 'shared',
  },
  {
    name: 'verify-payment',
    methods: post,
    paths: functionOf('verify-payment'),
    limit: { attempts: 150, windowSeconds: minutes(10) },
    kept: 'process',
  },
  {
    name: 'extend-hold',
    methods: post,
    paths: functionOf('extend-hold'),
    limit: { attempts: 60, windowSeconds: minutes(10) },
    kept: 'process',
  },
  {
    name: 'calendar-feed',
    methods: called,
    paths: functionOf('calendar-feed'),
    limit: { attempts: 120, windowSeconds: minutes(10) },
    kept: 'process',
  },
  {
    name: 'offers',
    methods: called,
    paths: [
      'rain_offer',
      'choose_rain_time',
      'decline_rain_times',
      'waiting_offer',
      'decline_waiting_offer',
    ].map((name) => `/rest/v1/rpc/${name}`),
    // An open page asks again whenever the calendar changes.
    limit: { attempts: 300, windowSeconds: minutes(10) },
    kept: 'process',
  },
  {
    name: 'mail-tools',
    methods: post,
    paths: [...functionOf('send-test-mail'), ...functionOf('preview-template')],
    limit: { attempts: 300, windowSeconds: minutes(10) },
    kept: 'process',
  },
];

/** Requests of one address that may wait for an answer at the same time, whatever they ask. */
export const mostAtOnce = 200;

const endpointsByPath = new Map(
  limitedEndpoints.flatMap((endpoint) => endpoint.paths.map((path) => [path, endpoint] as const)),
);

/** The endpoint a request knocks at. The router knows one spelling of a path, and so does this. */
export function endpointOf(method: string, path: string): LimitedEndpoint | null {
  const endpoint = endpointsByPath.get(path);
  return endpoint?.methods.includes(method) ? endpoint : null;
}

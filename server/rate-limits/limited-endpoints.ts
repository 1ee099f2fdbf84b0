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
    // Email programs of large providers send many people's requests from a few addresses.
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
    // An open page reloads whenever the calendar changes.
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

import type { PostgrestClient } from '@supabase/postgrest-js';
import type Stripe from 'stripe';
import type { Database } from '../../../database-types.ts';

/** The signed-in person a request speaks for, after the token was verified. */
export type VerifiedUser = { id: string; email: string | null };

/** The part of a pino logger that the functions use. */
export type Log = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
};

/** Speaks to the database as the service role. */
export type ServiceRest = PostgrestClient<Database>;

/** Everything a function may touch. The host builds it; the handlers never look elsewhere. */
export type FunctionDeps = {
  rest: ServiceRest;
  stripe: Stripe;
  stripeWebhookSecret: string;
  now: () => Date;
  /** Origin of the site without a trailing slash, as it stands in links and mails. */
  publicUrl: string;
  /** Where a request came from; the host knows which proxy headers it may believe. */
  clientAddress: (request: Request) => string;
  /** Null for a guest, for the public key, and for a token that does not verify. Throws `session_ended`. */
  verifyUser: (request: Request) => Promise<VerifiedUser | null>;
  /** Called when mail, a text message or a refund was queued, so that a worker need not wait for its next round. */
  wakeWorkers: () => void;
  log: Log;
};

export type FunctionHandler = (request: Request) => Promise<Response>;

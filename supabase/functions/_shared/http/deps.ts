import type { PostgrestClient } from '@supabase/postgrest-js';
import type { SqlFunction } from '../../../contracts/contract.ts';
import type { Database } from '../../../database-types.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import type { TextService } from '../texts/text-sender.ts';
import type { ServiceStorage } from './service-storage.ts';

/** The signed-in person of a request, from the verified token. */
export type VerifiedUser = { id: string; email: string | null };

/**
 * The part of a pino logger that functions use. A line about a service that fails again and again names it as `outage`:
 * a host may log the first, a count, and the end, of which it learns by `worked`.
 */
export type Log = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
  worked?: (outage: string) => void;
};

export type SqlAnswer<Data = unknown> =
  | { data: Data; error: null }
  | { data: null; error: { code: string; message: string } };

/** The database with the service role: its tables, and its functions. */
export type ServiceRest = Pick<PostgrestClient<Database>, 'from'> & {
  /** Headers say more about the caller: another's `authorization`, or an `x-offer-token`. */
  call: (
    name: SqlFunction,
    args: object,
    headers?: Record<string, string>,
  ) => PromiseLike<SqlAnswer>;
};

/** All dependencies of a function. The host builds them; handlers use nothing else. */
export type FunctionDeps = {
  rest: ServiceRest;
  storage: ServiceStorage;
  payments: PaymentProvider;
  /** Null when no text messages can be sent. */
  texts: TextService | null;
  now: () => Date;
  /** Origin of the site without a trailing slash, for links and emails. */
  publicUrl: string;
  /** Services that measure drives and find addresses, where they are set; without them drives are estimated. */
  travel?: { routingUrl: string | null; geocoderUrl: string | null; answerWithinMs?: number };
  /** Reads events of an external scheduling page (Calendly); null when there is none. */
  schedulingToken?: string | null;
  /** The address of a request; the host decides which proxy headers to trust. */
  clientAddress: (request: Request) => string;
  /** Whether the network of a request may ask about one more postal area. Without it every network may. */
  mayAskArea?: (request: Request, area: string) => Promise<boolean>;
  /** Null for a guest, for the public key, and for an invalid token. Throws `session_ended`. */
  verifyUser: (request: Request) => Promise<VerifiedUser | null>;
  /** Called when an email, a text message or a refund was queued, so that a worker starts at once. */
  wakeWorkers: () => void;
  /** Called when an event of the payment provider took effect, with the time since it was created there. */
  webhookApplied?: (seconds: number) => void;
  log: Log;
};

export type FunctionHandler = (request: Request) => Promise<Response>;

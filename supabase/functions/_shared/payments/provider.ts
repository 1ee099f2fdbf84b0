import { CodedError } from '../http/errors.ts';

/** A payment of a customer. Amounts are whole cents, times are instants, and statuses are the provider's. */
export type PaymentIntent = {
  id: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'requires_capture'
    | 'processing'
    | 'succeeded'
    | 'canceled';
  amountCents: number;
  /** What has arrived. */
  receivedCents: number;
  currency: string;
  /** Lets a browser pay. */
  clientSecret: string;
  /** The accepted payment methods: "card", "klarna" … */
  methods: string[];
  metadata: Readonly<Record<string, string>>;
  description: string | null;
  receiptEmail: string | null;
  createdAt: string;
  /** Whether the customer is on the payment method's own page. */
  isRedirected: boolean;
  /** The failure of the last attempt. */
  lastError: { message: string | null; method: string | null } | null;
  /** Only of a retrieved intent that was charged. */
  charge: { refundedCents: number; isDisputed: boolean } | null;
};

export type Refund = {
  id: string;
  /** Null for a refund of something else. */
  intentId: string | null;
  amountCents: number;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  metadata: Readonly<Record<string, string>>;
  failureReason: string | null;
};

/** A payment that the customer's bank disputes. */
export type Dispute = {
  id: string;
  intentId: string | null;
  amountCents: number;
  reason: string;
  status: string;
  /** When the evidence must have been sent; null when none is asked for. */
  dueBy: string | null;
  hasEvidence: boolean;
  openedAt: string;
  /** Money taken (negative) and returned; null when a report leaves it out. */
  transfers: readonly { amountCents: number; feeCents: number; madeAt: string }[] | null;
};

type EventOf<Type extends string, Content> = {
  id: string;
  type: Type;
  createdAt: string;
  currency: string;
} & Content;

/** A change that the provider reports: at least once, and in any order. */
export type ProviderEvent =
  | EventOf<
      `payment_intent.${'succeeded' | 'processing' | 'payment_failed' | 'canceled'}`,
      { intent: PaymentIntent }
    >
  | EventOf<
      'charge.refunded',
      { charge: { intentId: string | null; amountCents: number; refundedCents: number } }
    >
  | EventOf<`refund.${'created' | 'updated' | 'failed'}`, { refund: Refund }>
  | EventOf<`charge.dispute.${string}`, { dispute: Dispute }>;

export type NewIntent = {
  amountCents: number;
  description: string;
  metadata: Readonly<Record<string, string>>;
};

export type NewRefund = {
  intentId: string;
  /** All that is left, if it is missing. */
  amountCents?: number;
  metadata: Readonly<Record<string, string>>;
};

/** By the time of creation. */
export type Period = { from: Date; until?: Date };

/**
 * A payment provider. All money is in the currency of the business. Two calls with the same idempotency key make one
 * object. Every failure is a `PaymentProviderError`.
 */
export type PaymentProvider = {
  /** In a sentence for the owner. */
  name: string;
  createIntent: (intent: NewIntent, idempotencyKey?: string) => Promise<PaymentIntent>;
  retrieveIntent: (id: string) => Promise<PaymentIntent>;
  /** Returns the intent as it is then: it can't be cancelled while money is moving or has arrived. */
  cancelIntent: (id: string) => Promise<PaymentIntent>;
  /** Newest first, at most this many. */
  listIntents: (created: Period, most: number) => Promise<PaymentIntent[]>;
  createRefund: (refund: NewRefund, idempotencyKey?: string) => Promise<Refund>;
  /** Newest first, at most this many. */
  listRefunds: (of: Period | { intentId: string }, most: number) => Promise<Refund[]>;
  /**
   * Verifies and reads a webhook message; null for an event without an effect here. Throws `invalid_signature`,
   * `event_malformed` and `event_of_another_account`.
   */
  readEvent: (payload: string, headers: Headers) => Promise<ProviderEvent | null>;
};

type Reason =
  /** No answer, or none of use: a retry may help. */
  | 'unavailable'
  /** The provider refuses our keys. */
  | 'keys_refused'
  | 'already_refunded'
  /** A bank has taken the payment back. */
  | 'disputed'
  /** Any other refusal, for example of an unknown id. */
  | 'refused';

/** What went wrong at the provider. `cause` has its words. */
export class PaymentProviderError extends CodedError {
  readonly reason: Reason;

  constructor(reason: Reason, cause: Error) {
    super('payment_unavailable', { cause });
    this.reason = reason;
  }
}

export const isRefusal = (error: unknown, reason: Reason): boolean =>
  error instanceof PaymentProviderError && error.reason === reason;

/** The words of the error's origin, for the owner. */
export function wordsOf(error: unknown): string {
  const { cause } = error instanceof PaymentProviderError ? error : { cause: error };
  return cause instanceof Error ? cause.message : String(cause);
}

/** What keeps the provider from answering. Null for an answer about the payment itself. */
export function troubleOf(error: unknown): 'payments' | 'payment_keys' | null {
  if (isRefusal(error, 'keys_refused')) return 'payment_keys';
  return isRefusal(error, 'unavailable') ? 'payments' : null;
}

/** For a line of the log: an outage is logged once. */
export const outageOf = (error: unknown) =>
  troubleOf(error) === null ? {} : { outage: 'payments' };

import type Stripe from 'stripe';

export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
};

export type Answer = { status: number; body: unknown };

/** A refused request, in the provider's words. Its call is rolled back. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether an idempotency key stores this answer: not if the request never started. */
  readonly isKept: boolean;

  constructor(status: number, body: ErrorBody, isKept: boolean) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.isKept = isKept;
  }

  answer(): Answer {
    return { status: this.status, body: { error: this.body } };
  }
}

export const invalidRequest = (
  message: string,
  details: { code?: string; param?: string } = {},
  status = 400,
) => new StripeFailure(status, { type: 'invalid_request_error', message, ...details }, false);

export const noSuch = (kind: string, id: string, param: string) =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);

/** A valid request that the object's state does not allow. */
export const refused = (message: string, details: Omit<ErrorBody, 'type' | 'message'> = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...details }, true);

export const unexpectedState = (message: string, intent: Stripe.PaymentIntent, param?: string) =>
  refused(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
    ...(param && { param }),
  });

/** Invalid card data, with which no payment was attempted. */
export const cardFailure = (
  message: string,
  details: { code: string; param?: string; decline_code?: string },
) => new StripeFailure(402, { type: 'card_error', message, ...details }, true);

/** How an attempt to pay ended. A refusal's message is a sentence for the visitor. */
export type PaymentOutcome =
  | { kind: 'paid'; paymentIntentId: string }
  | { kind: 'refused'; message: string }
  /** No answer came, so nothing is known of the payment. Trying again finds it if it went through. */
  | { kind: 'unreachable' }
  /** The customer goes on at the provider's own page, and comes back to the confirmation. */
  | { kind: 'leaving'; url: string };

/** The part of a provider's error that both the real one and the sandbox send. */
export type ProviderError = {
  type?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
  payment_intent?: { id: string; status: string } | undefined;
};

const aboutTheCard = new Set(['card_error', 'validation_error']);
const settled = new Set(['succeeded', 'processing']);

/** A refusal that is not about the card: the same one may pay at the next try. */
export const unexpectedRefusal: PaymentOutcome = {
  kind: 'refused',
  message: 'An unexpected error occurred.',
};

/**
 * What a provider's error means. Its words are shown only when they are about the card; a failed
 * identity check is, whatever type it comes with. A payment that was settled before is no failure:
 * the answer to the first try was lost on its way.
 */
export function outcomeOfError(error: ProviderError): PaymentOutcome {
  const intent = error.payment_intent;
  if (intent && settled.has(intent.status)) return { kind: 'paid', paymentIntentId: intent.id };
  if (error.type === 'api_connection_error') return { kind: 'unreachable' };
  const isSayable =
    aboutTheCard.has(error.type ?? '') || error.code === 'payment_intent_authentication_failure';
  return isSayable && error.message
    ? { kind: 'refused', message: error.message }
    : unexpectedRefusal;
}

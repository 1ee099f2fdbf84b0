import type { Business } from '../business/business.ts';
import { cancellationPolicy } from '../money/cancellation-policy.ts';
import { hoursOf } from '../money/policy.ts';

/** The facts that a text of the owner may name, as `{{ phone }}`, so that it stays right when they change. */
const facts = {
  business_name: ({ facts: { name } }: Business) => name,
  phone: ({ facts: { phone } }: Business) => phone,
  email: ({ facts: { infoEmail } }: Business) => infoEmail,
  mailing_address: ({ facts: { mailingAddress } }: Business) => mailingAddress,
  location: ({ facts: { location } }: Business) => location,
  free_cancellation: (business: Business) => hoursOf(business),
  cancellation_rule: ({ deposit, freeCancellationHours }: Business) =>
    cancellationPolicy({
      freeCancellationHours,
      depositCents: deposit.kind === 'amount' ? deposit.cents : undefined,
      paymentOption: 'pay_deposit',
      isDepositKept: false,
      isRainDay: false,
    }),
} as const;

export const factNames: readonly string[] = Object.keys(facts);

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

const isFact = (name: string): name is keyof typeof facts => Object.hasOwn(facts, name);

/** The text with its facts put in; an unknown name stays as typed. */
export const fillText = (text: string, business: Business): string =>
  text.replaceAll(placeholder, (typed: string, name: string) =>
    isFact(name) ? facts[name](business) : typed,
  );

/** Names in braces that are no fact, in the order of the text. */
export const unknownFacts = (text: string): string[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) => (isFact(name) ? [] : [name]));

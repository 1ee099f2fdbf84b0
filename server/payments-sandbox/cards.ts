import { cardFailure } from './stripe-failure.ts';

export type CardInput = { number: string; exp_month: number; exp_year: number; cvc: string };

export type CardOutcome =
  | 'succeeds'
  | 'challenge'
  | 'redirect'
  /** Paid, and then disputed by the cardholder's bank. */
  | 'disputed'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error';

export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  outcome: CardOutcome;
  /** The name that a server may use in place of card data. */
  alias: string;
};

/** The provider's published test cards. No other card is accepted, so no real card is used here. */
const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', outcome: 'succeeds', alias: 'pm_card_visa' },
  { number: '4000056655665556', brand: 'visa', outcome: 'succeeds', alias: 'pm_card_visa_debit' },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    outcome: 'succeeds',
    alias: 'pm_card_mastercard',
  },
  { number: '378282246310005', brand: 'amex', outcome: 'succeeds', alias: 'pm_card_amex' },
  visa('4000000000000002', 'generic_decline', 'chargeDeclined'),
  visa('4000000000009995', 'insufficient_funds', 'chargeDeclinedInsufficientFunds'),
  visa('4000000000009987', 'lost_card', 'chargeDeclinedLostCard'),
  visa('4000000000009979', 'stolen_card', 'chargeDeclinedStolenCard'),
  visa('4000000000000069', 'expired_card', 'chargeDeclinedExpiredCard'),
  visa('4000000000000127', 'incorrect_cvc', 'chargeDeclinedIncorrectCvc'),
  visa('4000000000000119', 'processing_error', 'chargeDeclinedProcessingError'),
  visa('4000002500003155', 'challenge', 'authenticationRequired'),
  visa('4000000000003220', 'challenge', 'threeDSecure2Required'),
  visa('4000000000000259', 'disputed', 'createDispute'),
];

function visa(number: string, outcome: CardOutcome, alias: string): TestCard {
  return { number, brand: 'visa', outcome, alias: `pm_card_${alias}` };
}

export const testCardByAlias = (alias: string): TestCard | undefined =>
  testCards.find((card) => card.alias === alias);

/**
 * Checks typed card data like the provider: check digit, expiry against the month of `now`, length of the security
 * code. Throws a `card_error` (402) that names the field.
 */
export function checkCard(card: CardInput, now: Date): TestCard {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardFailure('Your card number is incorrect.', {
      code: 'incorrect_number',
      param: 'number',
    });
  }
  checkExpiry(card, now);
  const known = testCards.find((testCard) => testCard.number === number);
  checkSecurityCode(card.cvc, known?.brand);
  if (known) return known;
  throw cardFailure(
    'Your card was declined. Your request was in test mode, but used a non test card.',
    { code: 'card_declined', decline_code: 'test_mode_live_card' },
  );
}

// A card is valid to the end of its month in every time zone.
const furthestBehindUtc = 12 * 3_600_000;

function checkExpiry(card: CardInput, now: Date): void {
  const { exp_month: month, exp_year: typedYear } = card;
  const today = new Date(now.getTime() - furthestBehindUtc);
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardFailure("Your card's expiration month is invalid.", {
      code: 'invalid_expiry_month',
      param: 'exp_month',
    });
  }
  const year = fullYear(typedYear);
  const thisYear = today.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw cardFailure("Your card's expiration year is invalid.", {
      code: 'invalid_expiry_year',
      param: 'exp_year',
    });
  }
  if (year === thisYear && month < today.getUTCMonth() + 1) {
    throw cardFailure("Your card's expiration month is invalid.", {
      code: 'invalid_expiry_month',
      param: 'exp_month',
    });
  }
}

function checkSecurityCode(cvc: string, brand: TestCard['brand'] | undefined): void {
  const shape = brand === 'amex' ? /^\d{3,4}$/ : brand ? /^\d{3}$/ : /^\d{3,4}$/;
  if (shape.test(cvc)) return;
  throw cardFailure("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' });
}

/** 34 and 2034 are the same year on a card. */
export const fullYear = (year: number): number => (year >= 0 && year < 100 ? 2000 + year : year);

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

export type CardInput = { number: string; month: number; year: number; securityCode: string };

export type TestCard = {
  number: string;
  outcome:
    | 'paid'
    /** The bank asks its customer first. */
    | 'challenge'
    /** Paid, and then taken back by the cardholder's bank. */
    | 'disputed'
    /** Refused by the bank, in these words. */
    | { declined: string };
};

const declined = (number: string, words: string): TestCard => ({
  number,
  outcome: { declined: words },
});

/** Published test cards. No other card is accepted, so no real card is used here. */
const testCards: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'paid' },
  { number: '4000056655665556', outcome: 'paid' },
  { number: '5555555555554444', outcome: 'paid' },
  { number: '378282246310005', outcome: 'paid' },
  { number: '4000002500003155', outcome: 'challenge' },
  { number: '4000000000003220', outcome: 'challenge' },
  { number: '4000000000000259', outcome: 'disputed' },
  declined('4000000000000002', 'Your card was declined.'),
  declined('4000000000009995', 'Your card has insufficient funds.'),
  declined('4000000000009987', 'Your card was declined.'),
  declined('4000000000009979', 'Your card was declined.'),
  declined('4000000000000069', 'Your card has expired.'),
  declined('4000000000000127', "Your card's security code is incorrect."),
  declined(
    '4000000000000119',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
];

// A card is valid to the end of its month in every time zone.
const furthestBehindUtc = 12 * 3_600_000;

/** Checks typed card data: check digit, expiry against the month of `now`, length of the security code. */
export function checkCard(
  { month, year: typedYear, securityCode, ...card }: CardInput,
  now: Date,
): TestCard | { problem: string } {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return { problem: 'Your card number is incorrect.' };
  }
  const today = new Date(now.getTime() - furthestBehindUtc);
  const thisYear = today.getUTCFullYear();
  const year = typedYear >= 0 && typedYear < 100 ? 2000 + typedYear : typedYear;
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    return { problem: "Your card's expiration month is invalid." };
  }
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    return { problem: "Your card's expiration year is invalid." };
  }
  if (year === thisYear && month < today.getUTCMonth() + 1) {
    return { problem: "Your card's expiration month is invalid." };
  }
  const isAmex = number.startsWith('3');
  if (!(isAmex ? /^\d{3,4}$/ : /^\d{3}$/).test(securityCode)) {
    return { problem: "Your card's security code is invalid." };
  }
  return (
    testCards.find((known) => known.number === number) ?? {
      problem: 'Your card was declined. Your request was in test mode, but used a non test card.',
    }
  );
}

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

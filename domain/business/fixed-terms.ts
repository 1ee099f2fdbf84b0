/** `method` is the payment provider's name of it. */
export type InstalmentProvider = { method: string; name: string };

/** What the owner can't change. */
export const fixedTerms = {
  timeZone: 'America/Toronto',
  currency: 'cad',
  /** How long an unpaid booking holds its time, and how often a visitor may extend the hold. */
  hold: { minutes: 15, maxExtensions: 2, maxOpenPerAddress: 5, maxOpenPerEmail: 3 },
  bookingWindowDays: 90,
  /**
   * The instalment providers, by the payment provider's names. They must be switched on in its account.
   * Without any, the site doesn't mention instalments.
   */
  instalmentProviders: [
    { method: 'affirm', name: 'Affirm' },
    { method: 'afterpay_clearpay', name: 'Afterpay' },
    { method: 'klarna', name: 'Klarna' },
  ] as readonly InstalmentProvider[],
  tip: { maxCents: 50000, suggestionsCents: [1000, 1500, 2000] },
} as const;

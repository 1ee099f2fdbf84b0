/** `method` is Stripe's `payment_method_types` entry. */
export type InstalmentProvider = { method: string; name: string };

/**
 * The business data: every title, email, price note and chat answer reads it. The contact data are placeholders (a
 * reserved phone number, an example domain).
 */
export const business = {
  name: 'Lustre Mobile Detailing',
  description:
    'A detailing studio that comes to you: hand washing, deep interior care and lasting protection, ' +
    'in your own driveway.',
  foundedYear: 2024,
  phone: '(905) 555-0142',
  phoneHref: 'tel:+19055550142',
  bookingEmail: 'bookings@lustre.example',
  infoEmail: 'info@lustre.example',
  location: 'Caledon, Ontario',
  /** Review requests must name a postal address. */
  mailingAddress: '1 Placeholder Road, Caledon, ON L7C 0A0',
  serviceArea: 'Greater Toronto Area',
  socials: [] as readonly { label: string; href: string }[],
  timeZone: 'America/Toronto',
  currency: 'cad',
  /** Hundredths of a percent: 500 is 5 %. */
  tax: { basisPoints: 500, label: 'GST (5%)' },
  depositCents: 2000,
  freeCancellationHours: 24,
  firstTimeCoupon: { code: 'NEWCUSTOMER20', amountCents: 2000 },
  /** How long an unpaid booking holds its time, and how often a visitor may extend the hold. */
  hold: { minutes: 15, maxExtensions: 2, maxOpenPerAddress: 5, maxOpenPerEmail: 3 },
  bookingWindowDays: 90,
  /**
   * The instalment providers, by the names of Stripe's payment methods. They must be switched on in the Stripe account.
   * Without any, the site doesn't mention instalments.
   */
  instalmentProviders: [
    { method: 'affirm', name: 'Affirm' },
    { method: 'afterpay_clearpay', name: 'Afterpay' },
    { method: 'klarna', name: 'Klarna' },
  ] as readonly InstalmentProvider[],
  tip: { maxCents: 50000, suggestionsCents: [1000, 1500, 2000] },
} as const;

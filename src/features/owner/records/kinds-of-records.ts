export type RecordKind = { kind: string; what: string; from: string; why: string };

/** What is deleted automatically, in the order of the screen. `from`: what the time counts from. */
export const recordKinds: readonly RecordKind[] = [
  {
    kind: 'history',
    what: 'History of bookings',
    from: 'after the change',
    why: 'Shows how an amount came about. The Canada Revenue Agency can ask for six years.',
  },
  {
    kind: 'text_consents',
    what: 'Consents to text messages',
    from: 'after consent was given or withdrawn',
    why: 'Canada’s anti-spam law lets people complain for three years after a message.',
  },
  {
    kind: 'inquiries',
    what: 'Inquiries you answered or closed',
    from: 'after they came',
    why: 'Customers return with the same question. Unanswered inquiries stay.',
  },
  {
    kind: 'work',
    what: 'Photos and notes of the work',
    from: 'after the visit',
    why: 'Shows a car’s condition if a customer reports damage.',
  },
  {
    kind: 'emails',
    what: 'Records of sent emails',
    from: 'after sending',
    why: 'Shows what a customer was told. A card payment can be disputed for up to 540 days.',
  },
  {
    kind: 'texts',
    what: 'Records of sent text messages',
    from: 'after sending',
    why: 'The same as for emails.',
  },
  {
    kind: 'text_words',
    what: 'Text message contents and replies',
    from: 'after sending',
    why: 'Enough to follow a conversation.',
  },
  {
    kind: 'provider_events',
    what: 'Reports of the payment provider',
    from: 'after they came',
    why: 'A report that comes twice counts once. Payments themselves are kept.',
  },
  {
    kind: 'operations',
    what: 'Changes sent by devices',
    from: 'after the change',
    why: 'A change that a device sends twice counts once.',
  },
  {
    kind: 'visit_links',
    what: 'Links to pages of visits',
    from: 'after the visit',
    why: 'They no longer open anything.',
  },
  {
    kind: 'payment_links',
    what: 'Links to pay a balance',
    from: 'after they expired',
    why: 'They no longer open anything.',
  },
  {
    kind: 'unpaid_bookings',
    what: 'Bookings that were never paid',
    from: 'after the last activity',
    why: 'A late payment can still arrive.',
  },
  {
    kind: 'waiting_list',
    what: 'Places on the waiting list',
    from: 'after their day',
    why: 'The day is over.',
  },
  {
    kind: 'sessions',
    what: 'Sign-ins of customers and administrators',
    from: 'after the last use',
    why: 'A session that isn’t used for this long is signed out.',
  },
  {
    kind: 'used_tokens',
    what: 'Session keys that were already used',
    from: 'after their use',
    why: 'If a stolen key is used again, the session is signed out.',
  },
  {
    kind: 'codes',
    what: 'Codes and links in account emails',
    from: 'after they expired',
    why: 'They no longer open anything.',
  },
];

/** 1 day, 90 days, 18 months, 7 years. */
export function timeInWords(days: number): string {
  if (days >= 730) return count(Math.round(days / 365), 'year');
  if (days >= 180 && days % 30 === 0) return count(days / 30, 'month');
  return count(days, 'day');
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

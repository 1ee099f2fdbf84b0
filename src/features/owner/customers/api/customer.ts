/** Whom one asks about: by e-mail address, or by phone number where they left none. */
export type Whose = { email: string } | { phone: string };

export const customersKey = ['customers'];

export const personKey = (whose: Whose) => [...customersKey, 'one', Object.values(whose)[0]];

/** As the functions of the database are told it. */
export const namedBy = (whose: Whose) =>
  'email' in whose ? { target_email: whose.email } : { target_phone: whose.phone };

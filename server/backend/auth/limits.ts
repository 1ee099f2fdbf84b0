/** A number of attempts in a window that starts with the first. */
export type Limit = { attempts: number; windowSeconds: number };

export type AuthLimits = {
  /** Passwords and codes tried against one account from one network. */
  guessesPerAccountAndNetwork: Limit;
  /** Passwords and codes tried against one account, from all networks that it was never signed in from. */
  guessesPerAccount: Limit;
  /** Wrong passwords and codes from one address, against any account. */
  guessesPerAddress: Limit;
  /** Second-factor codes for one account: three of a million are right at any time. */
  factorGuessesPerAccount: Limit;
  /** Emails of one kind to one address, asked for from one network. */
  mailsPerRecipientAndNetwork: Limit;
  /** Emails of one kind to one address, from all networks that it was never signed in from. */
  mailsPerRecipient: Limit;
  /** Emails of all kinds to one address in a day, from all networks that it was never signed in from. */
  mailsPerRecipientAndDay: Limit;
  /** Emails and sign-ups caused by one address. */
  mailsPerAddress: Limit;
  /** Text messages caused by one address in an hour and in a day: a small part of the total. */
  smsPerAddress: Limit;
  smsPerAddressAndDay: Limit;
  /** Text messages to one number, within minutes and within a day. */
  smsPerNumber: Limit;
  smsPerNumberAndDay: Limit;
  /** Text messages in total: the maximum cost of a day. */
  smsPerDay: Limit;
};

export const defaultLimits: AuthLimits = {
  guessesPerAccountAndNetwork: { attempts: 8, windowSeconds: 5 * 60 },
  guessesPerAccount: { attempts: 80, windowSeconds: 60 * 60 },
  guessesPerAddress: { attempts: 20, windowSeconds: 5 * 60 },
  factorGuessesPerAccount: { attempts: 8, windowSeconds: 60 * 60 },
  mailsPerRecipientAndNetwork: { attempts: 4, windowSeconds: 15 * 60 },
  mailsPerRecipient: { attempts: 12, windowSeconds: 60 * 60 },
  mailsPerRecipientAndDay: { attempts: 30, windowSeconds: 24 * 60 * 60 },
  mailsPerAddress: { attempts: 30, windowSeconds: 60 * 60 },
  smsPerAddress: { attempts: 10, windowSeconds: 60 * 60 },
  smsPerAddressAndDay: { attempts: 30, windowSeconds: 24 * 60 * 60 },
  smsPerNumber: { attempts: 3, windowSeconds: 15 * 60 },
  smsPerNumberAndDay: { attempts: 8, windowSeconds: 24 * 60 * 60 },
  smsPerDay: { attempts: 200, windowSeconds: 24 * 60 * 60 },
};

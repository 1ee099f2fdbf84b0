/** How often an endpoint may be tried: so many attempts in a window that starts with the first. */
export type Limit = { attempts: number; windowSeconds: number };

export type AuthLimits = {
  /** Passwords and codes tried against one account, from anywhere. */
  guessesPerAccount: Limit;
  /** Wrong passwords and codes from one address, against any account. */
  guessesPerAddress: Limit;
  /** Codes of a second factor tried for one account: three of a million are right at any time. */
  factorGuessesPerAccount: Limit;
  /** Mails of one kind to one address, whoever asks for them. */
  mailsPerRecipient: Limit;
  /** Mails and sign-ups one address may cause. */
  mailsPerAddress: Limit;
  /** Text messages one address may cause, within an hour and within a day: a small part of everybody's. */
  smsPerAddress: Limit;
  smsPerAddressAndDay: Limit;
  /** Text messages to one number, within minutes and within a day. */
  smsPerNumber: Limit;
  smsPerNumberAndDay: Limit;
  /** Text messages in all: what a day may cost. */
  smsPerDay: Limit;
};

export const defaultLimits: AuthLimits = {
  guessesPerAccount: { attempts: 8, windowSeconds: 5 * 60 },
  guessesPerAddress: { attempts: 20, windowSeconds: 5 * 60 },
  factorGuessesPerAccount: { attempts: 8, windowSeconds: 60 * 60 },
  mailsPerRecipient: { attempts: 4, windowSeconds: 15 * 60 },
  mailsPerAddress: { attempts: 30, windowSeconds: 60 * 60 },
  smsPerAddress: { attempts: 10, windowSeconds: 60 * 60 },
  smsPerAddressAndDay: { attempts: 30, windowSeconds: 24 * 60 * 60 },
  smsPerNumber: { attempts: 3, windowSeconds: 15 * 60 },
  smsPerNumberAndDay: { attempts: 8, windowSeconds: 24 * 60 * 60 },
  smsPerDay: { attempts: 200, windowSeconds: 24 * 60 * 60 },
};

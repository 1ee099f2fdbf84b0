/** What a mailed link is for, and its secret, which works once. */
export type MailedLink = { tokenHash: string; type: LinkType };
export type LinkType = (typeof linkTypes)[number];

const linkTypes = ['signup', 'recovery', 'magiclink', 'email_change'] as const;

/** Whether the address is that of a mailed link, good or not. */
export const hasMailedLink = (query: URLSearchParams) => query.has('token_hash');

/** Null for a link that this page doesn't know how to follow. */
export function mailedLinkIn(query: URLSearchParams): MailedLink | null {
  const tokenHash = query.get('token_hash');
  const type = linkTypes.find((known) => known === query.get('type'));
  return tokenHash && type ? { tokenHash, type } : null;
}

/** What the page says before anything happens, and on its button. */
export const linkWords: Record<LinkType, { heading: string; lead: string; button: string }> = {
  signup: {
    heading: 'Confirm your email address.',
    lead: 'This confirms your address and signs you in. If you didn’t sign up here, please close this page.',
    button: 'Confirm email address',
  },
  recovery: {
    heading: 'Choose a new password.',
    lead: 'This signs you in, and then you set a new password.',
    button: 'Continue',
  },
  magiclink: {
    heading: 'Sign in.',
    lead: 'This link works once. It signs you in on this device.',
    button: 'Sign in',
  },
  email_change: {
    heading: 'Confirm your new email address.',
    lead: 'This confirms the change of address for your account.',
    button: 'Confirm change',
  },
};

/** What to say once it is done; a recovery goes straight on to the new password. */
export const doneTitles: Record<Exclude<LinkType, 'recovery'>, string> = {
  signup: 'Email Confirmed',
  magiclink: 'Login Successful',
  email_change: 'Email Address Changed',
};

/** What became of a link that led no further. */
export type LinkOutcome = { tone: 'danger' | 'info'; sentence: string };

export const outcomes = {
  old: {
    tone: 'danger',
    sentence: 'This link is out of date. Nothing changed. Sign in or request a new email.',
  },
  unknown: {
    tone: 'danger',
    sentence: 'This link doesn’t work. Open it from the email again, or request a new one.',
  },
  used: {
    tone: 'danger',
    sentence: 'This link was already used or has expired. Sign in or request a new one.',
  },
  firstOfTwo: {
    tone: 'info',
    sentence:
      'You confirmed the first of two links. Please also open the link we emailed to the other address.',
  },
} as const satisfies Record<string, LinkOutcome>;

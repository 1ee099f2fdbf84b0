/** What the account service says in the address that a mailed link ended in. */
type LinkOutcome = { tone: 'danger' | 'info'; sentence: string };

/** What became of the mailed link that led here, or null when there is nothing to tell. */
export function linkOutcome(hash: string): LinkOutcome | null {
  const answer = new URLSearchParams(hash.replace(/^#/, ''));
  if (answer.has('error')) return { tone: 'danger', sentence: problemOf(answer) };
  if (!answer.has('message')) return null;
  return {
    tone: 'info',
    sentence:
      'That was the first of two. Your new address counts once the link in the email to the other ' +
      'address is followed as well.',
  };
}

function problemOf(answer: URLSearchParams): string {
  return answer.get('error_code') === 'otp_expired'
    ? 'This link was used already, or it is too old. Log in, or let us send you a new one.'
    : (answer.get('error_description') ?? 'This link did not work. Please try again.');
}

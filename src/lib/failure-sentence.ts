/** What to tell the visitor about a failed call: what the backend said, or that it was out of reach. */
export function failureSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (isAway(error)) return 'We cannot reach our records just now. Please try again in a minute.';
  // A fetch that gets no answer rejects with a TypeError in the browser's own words.
  if (error instanceof TypeError || /fetch/i.test(message)) {
    return 'We could not reach the server. Please check your connection and try again.';
  }
  return message || 'Something went wrong. Please try again in a moment.';
}

// What the data interface says while it has no connection to the database.
const isAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^PGRST00[0-3]$/.test(String(error.code));

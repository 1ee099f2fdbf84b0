let isLeaving = false;
// Prerendering has no page to leave.
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => (isLeaving = true));
  window.addEventListener('pageshow', () => (isLeaving = false));
}

/** Logs what failed behind the scenes. That leaving the page ends its requests is no failure. */
export function logFailure(what: string, error: unknown) {
  if (!isLeaving) console.error(what, error);
}

const shortestMs = 1_000;
const longestMs = 60_000;

/**
 * Waits before the next attempt: longer after each failure, and by chance, so that not every page comes
 * at once when a server is back. Ends early when it is called off, or the network returns.
 */
export function pauseBefore(attempt: number, signal: AbortSignal): Promise<void> {
  const most = Math.min(shortestMs * 2 ** (attempt - 1), longestMs);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, most * (0.5 + Math.random() / 2));
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

// Remembered over a reload: a checkout that takes its hold for lapsed asks the server nothing that could tell.
const rememberedAs = 'clock-ahead-ms';

/** What the server's clock is ahead of this device's, in milliseconds; 0 while they agree. */
let aheadMs = rememberedAhead();
const listeners = new Set<() => void>();

// An answer takes its time and tells whole seconds: only a device that is clearly off is set right.
const toleranceMs = 10_000;

/** What the server's clock is ahead of this device's, in milliseconds, as far as an answer of its own has told. */
export const clockAheadMs = (): number => aheadMs;

/** Epoch milliseconds as the server has them. */
export const clockNow = (): number => Date.now() + aheadMs;

/** Learns from an answer what time it is. Without a date in it nothing changes. */
export function setClockBy(answer: Response): void {
  const told = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(told)) return;
  const ahead = told - Date.now();
  const next = Math.abs(ahead) > toleranceMs ? ahead : 0;
  // Two answers of one second are one clock.
  if (Math.abs(next - aheadMs) <= toleranceMs) return;
  aheadMs = next;
  remember(next);
  for (const listener of listeners) listener();
}

/** Hears when the clock was found to be off; what it answers ends that. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As fetch, and learns what time it is. */
export const timedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  setClockBy(answer);
  return answer;
};

function rememberedAhead(): number {
  try {
    return Number(sessionStorage.getItem(rememberedAs)) || 0;
  } catch {
    return 0;
  }
}

function remember(ms: number): void {
  try {
    sessionStorage.setItem(rememberedAs, String(ms));
  } catch {
    // Then the next answer tells again.
  }
}

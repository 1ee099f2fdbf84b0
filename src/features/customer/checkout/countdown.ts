/** 872000 -> "14:32". Rounded up, so that it says 0:00 only when it is over. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const momentsToTell = [1, 2, 5];

/**
 * What is read out about the time that is left, in minutes. It changes at few moments: a screen reader
 * that counted every second could not be used for anything else.
 */
export function timeToTell(ms: number): string {
  const minutes = momentsToTell.find((moment) => ms <= moment * 60_000);
  if (minutes === undefined) return '';
  return `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to pay for your time.`;
}

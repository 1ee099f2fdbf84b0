import { useSyncExternalStore } from 'react';

// Whether this page reaches the server. A page that the service worker answered with says so itself.
let isAway =
  typeof document !== 'undefined' &&
  ('kept' in document.documentElement.dataset || !navigator.onLine);
const listeners = new Set<() => void>();

export const isServerAway = (): boolean => isAway;

/** Told by what asks the server, whether it answered. */
export function setServerAway(next: boolean): void {
  if (next === isAway) return;
  isAway = next;
  for (const listener of listeners) listener();
}

function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useServerAway = (): boolean => useSyncExternalStore(onConnectionChange, isServerAway);

/** Whether nothing answered a call, or only a host whose database is away. A refusal is an answer. */
export function isNoAnswer(error: unknown): boolean {
  if (!navigator.onLine) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError || /^(Abort|Timeout)Error$/.test(error.name)) return true;
  if (!('code' in error)) return false;
  return /^(|network|PGRST00[0-3])$/.test(String(error.code));
}

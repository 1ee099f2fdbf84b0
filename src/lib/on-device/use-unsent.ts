import { useSyncExternalStore } from 'react';
import { logFailure } from '@/lib/log-failure.ts';
import { storedAccount } from '@/lib/kept-visits.ts';
import { subscribeToSession } from '@/lib/session.ts';
import { canKeep } from './kept-visits-store.ts';
import { onOperationsChange, operationsOf, type StoredOperation } from './operations-store.ts';

const none: readonly StoredOperation[] = [];

let latest = none;
let turn = 0;
const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

async function read() {
  turn += 1;
  const mine = turn;
  const account = storedAccount();
  const found = account === null ? none : await operationsOf(account);
  if (mine !== turn || (found.length === 0 && latest.length === 0)) return;
  latest = found;
  for (const listener of listeners) listener();
}

const refresh = () =>
  void read().catch((error: unknown) => logFailure('This device could not be read', error));

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!stop && canKeep()) {
    const stops = [onOperationsChange(refresh), subscribeToSession(refresh)];
    stop = () => stops.forEach((end) => end());
    refresh();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

/** What the signed-in account did on this device and the server has not answered, in its order. */
export const useUnsent = (): readonly StoredOperation[] =>
  useSyncExternalStore(
    subscribe,
    () => latest,
    () => none,
  );

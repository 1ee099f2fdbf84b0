import { useSyncExternalStore } from 'react';
import { useNow } from '@/lib/use-now.ts';

/** A time that this browser holds until its payment, in whichever tab it was chosen. */
export type HeldBooking = {
  bookingId: string;
  email: string;
  bookingDate: string;
  bookingTime: string;
  /** An instant. */
  heldUntil: string;
};

// In local storage, so that every tab knows it. A logout removes it (src/lib/watch-session.ts).
const key = 'booking-held';
const listeners = new Set<() => void>();

export function keepHeldBooking({
  bookingId,
  email,
  bookingDate,
  bookingTime,
  heldUntil,
}: HeldBooking) {
  write(JSON.stringify({ bookingId, email, bookingDate, bookingTime, heldUntil }));
}

/** It is paid, cancelled or no longer available. */
export function forgetHeldBooking(bookingId: string): void {
  if (parse(read())?.bookingId === bookingId) write(null);
}

/** The held booking, null once it has expired. */
export function useHeldBooking(): HeldBooking | null {
  const held = parse(useSyncExternalStore(subscribe, read, () => null));
  const now = useNow();
  return held && Date.parse(held.heldUntil) > now ? held : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Full or switched off: other tabs don't know the hold, and its own tab goes on.
  }
  for (const listener of listeners) listener();
}

function parse(text: string | null): HeldBooking | null {
  try {
    const held = JSON.parse(text ?? 'null') as Partial<HeldBooking> | null;
    return typeof held?.bookingId === 'string' && typeof held.email === 'string'
      ? (held as HeldBooking)
      : null;
  } catch {
    return null;
  }
}

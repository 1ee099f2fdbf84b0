/**
 * What an unfinished booking keeps in this tab: the typed details, so that a reload loses nothing,
 * and the id of the hold it made with the token it was made with, so that a visitor's own hold never blocks them.
 * All of it goes as soon as the booking is paid: call `forgetBooking` then. What was typed goes with its person, too, by
 * the names of the draft and the checkout (src/lib/watch-session.ts).
 *
 * Storage may be switched off in a browser; a booking must work without it.
 */
const draftKey = 'booking-draft';
const holdKey = 'booking-hold';
const tokenKey = 'booking-hold-token';
const checkoutKey = 'booking-checkout';

let unstoredToken: string | null = null;

export function readDraft(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey) ?? 'null');
  } catch {
    return null;
  }
}

export function saveDraft(draft: object): void {
  write(draftKey, JSON.stringify(draft));
}

/** The booking id of the hold made in this tab, if there is one. */
export function ownHoldId(): string | undefined {
  try {
    return sessionStorage.getItem(holdKey) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberHold(bookingId: string): void {
  write(holdKey, bookingId);
}

/**
 * Proves to the server which holds are this tab's, also one whose id never arrived here because the answer was lost.
 */
export function holdToken(): string {
  const token = readToken() ?? unstoredToken ?? newToken();
  unstoredToken = token;
  write(tokenKey, token);
  return token;
}

function readToken(): string | null {
  try {
    return sessionStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

// Unlike randomUUID there is also one on a page without TLS.
const newToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * The checkout as it is while its customer is at the provider's own page: `state` is its router state, `form` what
 * was typed beside the card.
 */
export type KeptCheckout = { state: { bookingId: string }; form?: unknown };

export function keepCheckout(checkout: KeptCheckout): void {
  write(checkoutKey, JSON.stringify(checkout));
}

/** What was kept for this booking in this tab, or null. */
export function keptCheckout(bookingId: string): KeptCheckout | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(checkoutKey) ?? 'null') as KeptCheckout | null;
    return kept?.state.bookingId === bookingId ? kept : null;
  } catch {
    return null;
  }
}

/** The hold was paid: what is booked next is another visit. What was typed stays. */
export function forgetHold(): void {
  try {
    sessionStorage.removeItem(holdKey);
  } catch {
    // Nothing was kept.
  }
}

/** Drops everything personal this tab kept for a booking. */
export function forgetBooking(): void {
  unstoredToken = null;
  try {
    sessionStorage.removeItem(draftKey);
    sessionStorage.removeItem(holdKey);
    sessionStorage.removeItem(tokenKey);
    sessionStorage.removeItem(checkoutKey);
  } catch {
    // Nothing was kept.
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Full or switched off: the booking goes on, only a reload would lose what was typed.
  }
}

/**
 * What an unfinished booking keeps in this tab: the typed details, so that a reload loses nothing,
 * and the id of the hold it made, so that a visitor's own hold never blocks them. Both go as soon as
 * the booking is paid: call `forgetBooking` then.
 *
 * Storage may be switched off in a browser; a booking must work without it.
 */
const draftKey = 'booking-draft';
const holdKey = 'booking-hold';

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

/** Drops everything personal this tab kept for a booking. */
export function forgetBooking(): void {
  try {
    sessionStorage.removeItem(draftKey);
    sessionStorage.removeItem(holdKey);
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

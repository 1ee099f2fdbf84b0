/**
 * The token of a time that is held for this visitor off the waiting list, kept in this tab: their own time
 * must not look taken to them, and their booking takes it over.
 */
const key = 'waiting-offer';

export function ownOfferToken(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberOffer(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // Storage is switched off: the time looks taken, and the link can be followed again.
  }
}

export function forgetOffer(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

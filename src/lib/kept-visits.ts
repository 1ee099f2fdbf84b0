import { sessionKey } from './session.ts';

// A device of the business keeps the visits of today and tomorrow (src/entities/on-device). Whoever ends or changes the
// sign-in deletes them, on every page: so this file loads nothing.

/** The database with the visits. */
export const keptVisitsName = 'kept-visits';

/** How long a device keeps visits that were not loaded again. */
export const keptVisitsMs = 2 * 24 * 60 * 60_000;

/** Under it a browser remembers whose visits it keeps, and since when: "<account> <epoch ms>". */
const markKey = 'kept-visits-of';

/** Prefix of the caches with the owner's page (offline/worker.js). */
const shellPrefix = 'day-';

export function markKeptVisits(account: string, takenAt: number): void {
  localStorage.setItem(markKey, `${account} ${takenAt}`);
}

/** The account that is stored as signed in, also when its sign-in has to be renewed; null for a guest. */
export function storedAccount(): string | null {
  try {
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as {
      user?: { id?: string };
    };
    return stored.user?.id ?? null;
  } catch {
    return null;
  }
}

/** Deletes the visits that this browser keeps, unless they are the signed-in account's and not too old. */
export function forgetOtherVisits(): void {
  try {
    const mark = localStorage.getItem(markKey);
    if (mark === null) return;
    const [account, takenAt] = mark.split(' ');
    if (account === storedAccount() && Date.now() - Number(takenAt) < keptVisitsMs) return;
    localStorage.removeItem(markKey);
    indexedDB.deleteDatabase(keptVisitsName);
    void forgetShell();
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

async function forgetShell(): Promise<void> {
  const names = await caches.keys();
  const shells = names.filter((name) => name.startsWith(shellPrefix));
  await Promise.all(shells.map((name) => caches.delete(name)));
}

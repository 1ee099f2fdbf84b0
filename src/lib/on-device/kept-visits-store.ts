import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import {
  forgetOtherVisits,
  keptVisitsMs,
  keptVisitsName,
  markKeptVisits,
  storedAccount,
} from '@/lib/kept-visits.ts';

/** The names under which a device keeps the visits of the owner and of a crew's member. */
export const keptNames = { owner: 'owner-visits', crew: 'crew-visits' } as const;

/** What a device keeps under a name, such as the owner's visits or a crew's. */
type Kept = { account: string; name: string; takenAt: number; data: unknown };

type KeptSchema = DBSchema & {
  kept: { key: [string, string]; value: Kept };
};

let opened: Promise<IDBPDatabase<KeptSchema>> | null = null;

function open() {
  opened ??= openDB<KeptSchema>(keptVisitsName, 1, {
    upgrade: (database) =>
      void database.createObjectStore('kept', { keyPath: ['account', 'name'] }),
    // A sign-out in another tab deletes the database, and waits for this one.
    blocking: (_now, _next, event) => close(event),
    terminated: () => (opened = null),
  });
  opened.catch(() => (opened = null));
  return opened;
}

function close({ target }: Event) {
  (target as IDBDatabase).close();
  opened = null;
}

/** Keeps data of the signed-in account in place of the former. Throws when the browser can't. */
export async function keep(name: string, data: unknown): Promise<void> {
  const account = storedAccount();
  if (account === null) return;
  const takenAt = Date.now();
  const database = await open();
  await database.put('kept', { account, name, takenAt, data });
  markKeptVisits(account, takenAt);
  // The sign-in may have ended meanwhile.
  if (storedAccount() !== account) forgetOtherVisits();
}

/** What was kept for the signed-in account, and when; null when there is nothing, or it is too old. */
export async function readKept(name: string): Promise<{ data: unknown; takenAt: number } | null> {
  const account = storedAccount();
  if (account === null || !canKeep()) return null;
  try {
    const found = await (await open()).get('kept', [account, name]);
    return found && Date.now() - found.takenAt < keptVisitsMs ? found : null;
  } catch {
    return null;
  }
}

/** Deletes what is kept under this name for the signed-in account. */
export async function forgetKept(name: string): Promise<void> {
  const account = storedAccount();
  if (account === null || !canKeep()) return;
  await (await open()).delete('kept', [account, name]).catch(() => undefined);
}

export const canKeep = (): boolean => typeof indexedDB !== 'undefined';

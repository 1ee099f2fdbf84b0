import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { VisitState } from '@contracts/visit-operations.ts';

type OperationKind = 'done' | 'no_show' | 'undo_mark' | 'payment' | 'note';

/** What somebody did at a visit, on this device, until the server has answered. */
export type Operation = {
  /** Sent with every try: the server does it once. */
  key: string;
  /** The account that did it, and that alone sends it. */
  account: string;
  bookingId: string;
  kind: OperationKind;
  /** As `do_visit_operation` takes them. */
  input: Readonly<Record<string, string | number | boolean>>;
  basedOn: Readonly<Record<string, string | number | null>>;
  /** The visit in words, for a list: "Ada Byron, 9:00 AM". */
  visit: string;
  /** Epoch milliseconds by this device's clock. */
  madeAt: number;
  /** Why the server refused it, and how the visit stood then: it needs a decision. */
  refused?: { code: string; visit: VisitState | null };
};

/** As stored: `place` is the order in which they were made. */
export type StoredOperation = Operation & { place: number };

type OperationsSchema = DBSchema & {
  operations: { key: number; value: Operation & { place?: number }; indexes: { key: string } };
};

const operationsName = 'unsent-operations';

/**
 * The version of the store. A new one changes the records in `upgrade`, for each version from the one found on, and
 * deletes none: they are work that has been done.
 */
const operationsVersion = 1;

let opened: Promise<IDBPDatabase<OperationsSchema>> | null = null;

function open() {
  opened ??= openThisVersion();
  opened.catch(() => (opened = null));
  return opened;
}

async function openThisVersion() {
  const handlers = {
    blocking: (_now: number, _next: number | null, { target }: Event) => {
      (target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => (opened = null),
  };
  try {
    return await openDB<OperationsSchema>(operationsName, operationsVersion, {
      ...handlers,
      upgrade(database, from) {
        if (from < 1) {
          const options = { keyPath: 'place', autoIncrement: true } as const;
          database
            .createObjectStore('operations', options)
            .createIndex('key', 'key', { unique: true });
        }
      },
    });
  } catch (error) {
    // A newer version of the app was here and is no longer: what it stored is still to be sent.
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB<OperationsSchema>(operationsName, undefined, handlers);
    throw error;
  }
}

const changes = new Set<() => void>();
/** Other tabs of this browser. */
const others =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(operationsName);
if (others) others.onmessage = () => tellHere();

function tellHere() {
  for (const listener of changes) listener();
}

function tell() {
  tellHere();
  others?.postMessage('changed');
}

/** Hears of every change, of other tabs, too. */
export function onOperationsChange(listener: () => void): () => void {
  changes.add(listener);
  return () => changes.delete(listener);
}

/** Stores an operation. Throws a QuotaExceededError when the device is full. */
export async function addOperation(operation: Operation): Promise<void> {
  const database = await open();
  const transaction = database.transaction('operations', 'readwrite', { durability: 'strict' });
  const known = await transaction.store.index('key').get(operation.key);
  await transaction.store.put({ ...operation, ...(known && { place: known.place }) });
  await transaction.done;
  tell();
}

/** An account's operations in the order in which they were made. */
export async function operationsOf(account: string): Promise<StoredOperation[]> {
  const all = (await (await open()).getAll('operations')) as StoredOperation[];
  return all.filter((operation) => operation.account === account);
}

/** Changes one that is still there. */
export async function changeOperation(
  key: string,
  change: (operation: Operation) => Operation,
): Promise<void> {
  const transaction = (await open()).transaction('operations', 'readwrite');
  const found = await transaction.store.index('key').get(key);
  if (found) await transaction.store.put(change(found));
  await transaction.done;
  tell();
}

export async function removeOperation(key: string): Promise<void> {
  const transaction = (await open()).transaction('operations', 'readwrite');
  const place = await transaction.store.index('key').getKey(key);
  if (place !== undefined) await transaction.store.delete(place);
  await transaction.done;
  tell();
}

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { VisitState } from '@contracts/visit-operations.ts';

type OperationKind = 'done' | 'no_show' | 'undo_mark' | 'payment' | 'note' | 'tick' | 'photo';

/** What somebody did at a visit, on this device, until the server has answered. */
export type Operation = {
  /** Sent with every try: the server does it once. */
  key: string;
  /** The account that did it, and that alone sends it. */
  account: string;
  bookingId: string;
  kind: OperationKind;
  /** As `do_visit_operation` takes them; of a photo, its kind as `photo_kind`. */
  input: Readonly<Record<string, string | number | boolean>>;
  basedOn: Readonly<Record<string, string | number | null>>;
  /** The visit in words, for a list: "Ada Byron, 9:00 AM". */
  visit: string;
  /** Epoch milliseconds by this device's clock. */
  madeAt: number;
  /** Money for a visit that the crew no longer has: it goes to the owner's list of payments. */
  isHandedOver?: true;
  /** Why the server refused it, and how the visit stood then: it needs a decision. */
  refused?: { code: string; visit: VisitState | null };
};

/** A photo's content under the key of its operation. Bytes, since not every browser keeps blobs for good. */
type StoredPhoto = { key: string; bytes: ArrayBuffer; type: string };

/** The most photos that a device keeps until they are sent. */
export const mostUnsentPhotos = 100;

/** As stored: `place` is the order in which they were made. */
export type StoredOperation = Operation & { place: number };

type OperationsSchema = DBSchema & {
  operations: { key: number; value: Operation & { place?: number }; indexes: { key: string } };
  photos: { key: string; value: StoredPhoto };
};

const operationsName = 'unsent-operations';

/**
 * The version of the store. A new one changes the records in `upgrade`, for each version from the one found on, and
 * deletes none: they are work that has been done.
 */
const operationsVersion = 2;

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
        if (from < 2) database.createObjectStore('photos', { keyPath: 'key' });
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

/** Begins to read or change both stores; a change is on the disk once `done`. What fails in it says so itself. */
async function begin<Mode extends 'readonly' | 'readwrite'>(mode: Mode) {
  const transaction = (await open()).transaction(['operations', 'photos'], mode, {
    durability: 'strict',
  });
  transaction.done.catch(() => undefined);
  const [operations, photos] = [
    transaction.objectStore('operations'),
    transaction.objectStore('photos'),
  ];
  return { operations, photos, done: transaction.done };
}

/** Stores an operation, of a photo with the photo. Throws a QuotaExceededError when the device is full. */
export async function addOperation(operation: Operation, photo?: StoredPhoto): Promise<void> {
  const { operations, photos, done } = await begin('readwrite');
  if (photo) await photos.put(photo);
  const known = await operations.index('key').get(operation.key);
  await operations.put({ ...operation, ...(known && { place: known.place }) });
  await done;
  tell();
}

/** The same with a photo. Throws `too_many_unsent_photos`, too, beyond {@link mostUnsentPhotos}. */
export async function addPhoto(operation: Operation, photo: Blob): Promise<void> {
  const { key } = operation;
  const bytes = await photo.arrayBuffer();
  const { photos } = await begin('readonly');
  if ((await photos.count()) >= mostUnsentPhotos) throw new Error('too_many_unsent_photos');
  await addOperation(operation, { key, bytes, type: photo.type });
}

/** The photo of an operation; null when it is no longer stored. */
export async function readPhoto(key: string): Promise<Blob | null> {
  const { photos } = await begin('readonly');
  const found = await photos.get(key);
  return found ? new Blob([found.bytes], { type: found.type }) : null;
}

/** An account's operations in the order in which they were made. */
export async function operationsOf(account: string): Promise<StoredOperation[]> {
  const { operations } = await begin('readonly');
  const all = (await operations.getAll()) as StoredOperation[];
  return all.filter((operation) => operation.account === account);
}

/** Changes one that is still there. A photo whose key changes is another photo. */
export async function changeOperation(
  key: string,
  change: (operation: Operation) => Operation,
): Promise<void> {
  const { operations, photos, done } = await begin('readwrite');
  const found = await operations.index('key').get(key);
  if (found) {
    const changed = change(found);
    await operations.put(changed);
    const photo = changed.key !== key && (await photos.get(key));
    if (photo) {
      await photos.put({ ...photo, key: changed.key });
      await photos.delete(key);
    }
  }
  await done;
  tell();
}

export async function removeOperation(key: string): Promise<void> {
  const { operations, photos, done } = await begin('readwrite');
  const place = await operations.index('key').getKey(key);
  if (place !== undefined) await operations.delete(place);
  await photos.delete(key);
  await done;
  tell();
}

import { useSyncExternalStore } from 'react';
import { BackendError } from '@/lib/backend.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { uploadPhoto } from '@/lib/photo-storage.ts';
import { chooseFiles } from './choose-files.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { addPhoto, removePhoto } from './stored-photos.ts';
import { sendsPhotos, type Holding } from './when-booked.ts';

/** The most photos of a booking that its customer adds. */
export const mostPhotos = 4;

/** A photo chosen in this tab. It outlives the screens, so that a booking goes on while its photos are sent. */
export type ChosenPhoto = {
  key: number;
  file: File;
  previewUrl: string;
  /** The booking it is for; null before there is one. */
  bookingId: string | null;
  state: 'chosen' | 'sending' | 'failed' | 'stored';
  /** Why it could not be sent. */
  problem: string | null;
  /** What it is stored under, once it has a place at the backend. */
  id: string | null;
};

let photos: readonly ChosenPhoto[] = [];
let nextKey = 1;
let holdings: ReadonlyMap<string, Holding & { onStored?: () => void }> = new Map();
const listeners = new Set<() => void>();

function show(next: readonly ChosenPhoto[]) {
  photos = next;
  for (const listener of listeners) listener();
}

const change = (key: number, changes: Partial<ChosenPhoto>) =>
  show(photos.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The photos chosen in this tab for these bookings; null stands for one that is not made yet. */
export function useChosenPhotos(...bookingIds: readonly (string | null)[]) {
  const all = useSyncExternalStore(
    subscribe,
    () => photos,
    () => photos,
  );
  return all.filter(({ bookingId }) => bookingIds.includes(bookingId));
}

type Chosen = { bookingId: string | null; room: number };

/** Chooses as many files as there is room for. Answers what is wrong with the others, or null. */
export async function choosePhotos(
  files: readonly File[],
  { bookingId, room }: Chosen,
): Promise<string | null> {
  const { chosen, problem } = await chooseFiles(files, { room, most: mostPhotos });
  show([
    ...photos,
    ...chosen.map((file): ChosenPhoto => {
      const previewUrl = URL.createObjectURL(file);
      const key = nextKey++;
      return { key, file, previewUrl, bookingId, state: 'chosen', problem: null, id: null };
    }),
  ]);
  return problem;
}

/** Takes a photo away again, also from the backend if it is there. */
export function dropPhoto(key: number): void {
  const photo = photos.find((one) => one.key === key);
  if (!photo) return;
  show(photos.filter((one) => one !== photo));
  URL.revokeObjectURL(photo.previewUrl);
  const { id, bookingId } = photo;
  if (id === null || bookingId === null) return;
  // A place without a photo is given back by itself; a stored photo is listed, and can be removed there.
  void removePhoto(id, holdings.get(bookingId)?.email ?? null).catch(() => undefined);
}

/** Drops a photo of this tab that is removed at the backend, or it would show as added. */
export function forgetPhoto(photoId: string): void {
  show(photos.filter(({ id }) => id !== photoId));
}

/**
 * Sends the photos of a booking, one after another, and those that were chosen before it was made, or for the booking
 * that it replaces.
 */
export function sendPhotos(
  holding: Holding,
  { replaces, onStored }: { replaces?: string | undefined; onStored?: () => void } = {},
): void {
  const { bookingId } = holding;
  holdings = new Map(holdings).set(bookingId, { ...holding, ...(onStored && { onStored }) });
  show(
    photos.map((photo) =>
      photo.bookingId !== bookingId && (photo.bookingId === null || photo.bookingId === replaces)
        ? { ...photo, bookingId, state: 'chosen', problem: null, id: null }
        : photo,
    ),
  );
  void sendAll(bookingId);
}

/** Sends a photo that failed once more. */
export function retryPhoto(key: number): void {
  const photo = photos.find((one) => one.key === key);
  if (photo?.state !== 'failed' || photo.bookingId === null) return;
  change(key, { state: 'chosen', problem: null });
  void sendAll(photo.bookingId);
}

let sending: Promise<void> = Promise.resolve();

// One at a time: a phone's line is narrow, and the payment has priority.
function sendAll(bookingId: string): Promise<void> {
  sending = sending.then(async () => {
    for (;;) {
      const next = photos.find(
        (photo) => photo.bookingId === bookingId && photo.state === 'chosen',
      );
      if (!next) return;
      await sendOne(next, bookingId);
    }
  });
  return sending;
}

async function sendOne(photo: ChosenPhoto, bookingId: string) {
  const holding = holdings.get(bookingId);
  if (!holding) return;
  const { key } = photo;
  change(key, { state: 'sending' });
  let { id } = photo;
  try {
    const smaller = await shrinkPhoto(photo.file);
    id ??= await addPhoto(holding);
    if (!photos.some((one) => one.key === key)) {
      await removePhoto(id, holding.email);
      return;
    }
    change(key, { id });
    await uploadPhoto(id, smaller);
    change(key, { state: 'stored' });
    holding.onStored?.();
  } catch (error) {
    // An id that is no longer accepted is replaced by the next try.
    const isRefused = error instanceof BackendError && error.code === 'not_allowed';
    change(key, {
      state: 'failed',
      problem: error instanceof Error ? photoFailure(error) : failureSentence(error),
      id: isRefused ? null : id,
    });
  }
}

const sentences: Readonly<Record<string, string>> = {
  booking_past: 'The visit has started, so its photos stay as they are.',
  booking_cancelled: 'This booking was cancelled.',
  photo_not_found: 'This photo was already removed.',
  too_many_photos: 'A booking can have up to four photos. Please remove one first.',
};

/** What to tell about a photo that was not sent or removed. */
export const photoFailure = (error: Error): string =>
  sentences[error.message] ?? failureSentence(error);

sendsPhotos(sendPhotos);

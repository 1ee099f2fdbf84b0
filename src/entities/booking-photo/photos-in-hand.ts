import { useSyncExternalStore } from 'react';
import type { WorkPhotoKind } from '@contracts/visit-work.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { keepPhoto } from '@/lib/on-device/keep-photo.ts';
import { chooseFiles } from './choose-files.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** The most photos of one kind of the work. */
export const mostWorkPhotos = 12;

type OfVisit = { bookingId: string; kind: WorkPhotoKind; visit: string };

/** A photo of the work until this device has stored it. It outlives the screens, and stays when storing fails. */
export type PhotoInHand = OfVisit & {
  key: string;
  file: File;
  /** Why it could neither be stored nor sent. */
  problem: string | null;
};

let photos: readonly PhotoInHand[] = [];
const listeners = new Set<() => void>();

function show(next: readonly PhotoInHand[]) {
  photos = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The photos of a kind of a visit that are not stored yet. */
export const usePhotosInHand = (bookingId: string, kind: WorkPhotoKind) =>
  useSyncExternalStore(
    subscribe,
    () => photos,
    () => photos,
  ).filter((photo) => photo.bookingId === bookingId && photo.kind === kind);

/** Takes as many photos as there is room for. Answers what is wrong with the others, or null. */
export async function takeFiles(
  files: readonly File[],
  { room, ...ofVisit }: OfVisit & { room: number },
): Promise<string | null> {
  const { chosen, problem } = await chooseFiles(files, { room, most: mostWorkPhotos });
  const taken = chosen.map((file) => ({
    ...ofVisit,
    key: crypto.randomUUID(),
    file,
    problem: null,
  }));
  show([...photos, ...taken]);
  for (const photo of taken) store(photo);
  return problem;
}

/** Tries again to store a photo. */
export function keepAgain(key: string): void {
  const photo = photos.find((one) => one.key === key);
  if (!photo) return;
  show(photos.map((one) => (one === photo ? { ...photo, problem: null } : one)));
  store(photo);
}

export const letGo = (key: string): void => show(photos.filter((photo) => photo.key !== key));

let storing: Promise<void> = Promise.resolve();

// One at a time: several photos at once are much memory for a phone.
function store({ key, bookingId, kind, visit, file }: PhotoInHand) {
  storing = storing.then(async () => {
    if (!photos.some((photo) => photo.key === key)) return;
    try {
      const input = { photo_kind: kind };
      await keepPhoto({ key, bookingId, input, visit }, await shrinkPhoto(file));
      letGo(key);
    } catch (error) {
      const problem = failureSentence(error);
      show(photos.map((photo) => (photo.key === key ? { ...photo, problem } : photo)));
    }
  });
}

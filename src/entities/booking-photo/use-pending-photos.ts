import { useEffect, useEffectEvent, useState } from 'react';
import type { WorkPhotoKind } from '@contracts/visit-work.ts';
import type { StoredOperation } from '@/lib/on-device/operations-store.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import { usePhotosInHand, type PhotoInHand } from './photos-in-hand.ts';

/** A photo that this device stores until it is sent, or that it could not store. */
export type PendingPhoto = { key: string } & (
  | { operation: StoredOperation }
  | { inHand: PhotoInHand }
);

type OfVisit = {
  bookingId: string;
  kind: WorkPhotoKind;
  /** The ids of the photos that the server has. */
  stored: readonly string[];
  reload: () => Promise<unknown>;
};

/** The photos on this device that the server does not have. One that was just sent stays until it is loaded. */
export function usePendingPhotos({ bookingId, kind, stored, reload }: OfVisit): PendingPhoto[] {
  const operations = useUnsent().filter(
    (one) =>
      one.kind === 'photo' && one.bookingId === bookingId && one.input['photo_kind'] === kind,
  );
  const inHand = usePhotosInHand(bookingId, kind);
  const pending: PendingPhoto[] = [
    ...operations.map((operation) => ({ key: operation.key, operation })),
    ...inHand
      .filter(({ key }) => !operations.some((one) => one.key === key))
      .map((photo) => ({ key: photo.key, inHand: photo })),
  ];
  const gone = useGone(pending, reload);
  return [...gone, ...pending].filter(({ key }) => !stored.includes(key));
}

/** What is pending no more, until it is loaded. */
function useGone(pending: PendingPhoto[], reload: () => Promise<unknown>): PendingPhoto[] {
  const [seen, setSeen] = useState({ pending, gone: [] as PendingPhoto[] });
  const isAmong = (list: PendingPhoto[]) => (one: PendingPhoto) =>
    list.some(({ key }) => key === one.key);
  const isPending = isAmong(pending);
  const isSame =
    pending.length === seen.pending.length && seen.pending.every((one) => isPending(one));
  const gone = [...seen.gone, ...seen.pending].filter((one) => !isPending(one));
  if (!isSame) setSeen({ pending, gone });
  const keys = gone.map(({ key }) => key).join();
  const load = useEffectEvent(reload);
  useEffect(() => {
    if (keys === '') return;
    void load().then(() =>
      setSeen((now) => ({ ...now, gone: now.gone.filter(({ key }) => !keys.includes(key)) })),
    );
  }, [keys]);
  return gone;
}

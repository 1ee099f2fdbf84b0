import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { WorkPhoto, WorkPhotoKind } from '@contracts/visit-work.ts';
import { Section } from '@/components/section.tsx';
import { toastError } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { photoGrid } from './add-photos.tsx';
import { ChosenPhotos } from './chosen-photos.tsx';
import { PhotoThumbnails } from './photo-thumbnails.tsx';
import {
  choosePhotos,
  forgetPhoto,
  mostWorkPhotos,
  sendPhotos,
  useChosenPhotos,
  workPhotoFailure,
} from './photo-uploads.ts';
import { readPhotoAsOwner } from './read-as-owner.ts';
import { removeWorkPhoto, restoreWorkPhoto } from './stored-photos.ts';
import { TakePhotos } from './take-photos.tsx';

const headings: Record<WorkPhotoKind, string> = {
  before: 'Before',
  after: 'After',
  condition: 'Photos of the condition',
};

const labels: Record<WorkPhotoKind, string> = {
  before: 'Before photo',
  after: 'After photo',
  condition: 'Condition photo',
};

type WorkPhotosProps = {
  bookingId: string;
  kind: WorkPhotoKind;
  /** The stored photos of the visit, of every kind. */
  photos: readonly WorkPhoto[];
  /** Whether photos can be added and removed. */
  isOpen: boolean;
  reload: () => Promise<unknown>;
};

/** The photos of one kind that those who do a visit took, with the way to add, retry and remove them. */
export function WorkPhotos({ bookingId, kind, photos, isOpen, reload }: WorkPhotosProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const stored = photos.filter((photo) => photo.kind === kind).map(({ id }) => id);
  const chosen = useChosenPhotos(bookingId).filter(
    (photo) => photo.kind === kind && (photo.id === null || !stored.includes(photo.id)),
  );
  const remove = useRemoval(reload);
  const label = labels[kind];
  const add = async (files: readonly File[]) => {
    const room = mostWorkPhotos - stored.length - chosen.length;
    setProblem(await choosePhotos(files, { bookingId, room, kind }));
    sendPhotos({ bookingId, email: null }, { onStored: () => void reload() });
  };
  if (!isOpen && stored.length === 0) return null;
  return (
    <Section heading={headings[kind]} level={3} headingClassName="font-semibold">
      {stored.length + chosen.length > 0 && (
        <ul className={`${photoGrid} mt-3`}>
          <PhotoThumbnails
            photos={stored}
            read={readPhotoAsOwner}
            label={label}
            below={(photoId, name) =>
              isOpen && (
                <button
                  type="button"
                  className="text-link text-sm"
                  aria-label={`Remove ${name.toLowerCase()}`}
                  aria-disabled={remove.isPending}
                  onClick={() => {
                    if (!remove.isPending) remove.mutate(photoId);
                  }}
                >
                  Remove
                </button>
              )
            }
          />
          <ChosenPhotos photos={chosen} after={stored.length} label={label.toLowerCase()} />
        </ul>
      )}
      <Progress states={chosen.map(({ state }) => state)} />
      {isOpen && stored.length + chosen.length < mostWorkPhotos && (
        <TakePhotos label={label} problem={problem} onFiles={(files) => void add(files)} />
      )}
    </Section>
  );
}

/** How far several photos have come together. */
function Progress({ states }: { states: readonly string[] }) {
  const isSending = states.some((state) => state === 'chosen' || state === 'sending');
  if (!isSending || states.length < 2) return null;
  const done = states.filter((state) => state === 'stored').length;
  return (
    <p className="mt-3 text-sm text-ink-soft">
      <progress className="mr-3 align-middle" value={done} max={states.length} aria-hidden="true" />
      {done} of {states.length} photos sent
    </p>
  );
}

function useRemoval(reload: () => Promise<unknown>) {
  const restore = useMutation({
    mutationFn: restoreWorkPhoto,
    onSuccess: reload,
    onError: toastError('Not restored', workPhotoFailure),
  });
  return useMutation({
    mutationFn: removeWorkPhoto,
    onSuccess: async (_, photoId) => {
      forgetPhoto(photoId);
      await reload();
      toast({
        title: 'Photo removed',
        duration: 10_000,
        action: { label: 'Undo', onSelect: () => restore.mutate(photoId) },
      });
    },
    onError: (error) => {
      toastError('Not removed', workPhotoFailure)(error);
      void reload();
    },
  });
}

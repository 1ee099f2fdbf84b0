import { useMutation } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { Section } from '@/components/section.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { useServerAway } from '@/lib/connection.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { photoNames } from '@/lib/on-device/operation-words.ts';
import { toast } from '@/lib/toast.ts';
import type { WorkPhoto, WorkPhotoKind } from '@contracts/visit-work.ts';
import { photoRules } from '@domain/contact/photo.ts';
import { photoGrid } from './add-photos.tsx';
import { PendingPhotos } from './pending-photos.tsx';
import { PhotoThumbnails } from './photo-thumbnails.tsx';
import { photoFailure } from './photo-uploads.ts';
import { mostWorkPhotos, takeFiles } from './photos-in-hand.ts';
import { readPhotoAsOwner } from './read-as-owner.ts';
import { removeWorkPhoto, restoreWorkPhoto } from './stored-photos.ts';
import { usePendingPhotos } from './use-pending-photos.ts';

const headings: Record<WorkPhotoKind, string> = {
  before: 'Before',
  after: 'After',
  condition: 'Photos of the condition',
};

type WorkPhotosProps = {
  bookingId: string;
  /** The visit in words, for a list: "Ada Byron, 9:00 AM". */
  visit: string;
  kind: WorkPhotoKind;
  /** The stored photos of the visit, of every kind. */
  photos: readonly WorkPhoto[];
  /** Whether photos can be added and removed. */
  isOpen: boolean;
  reload: () => Promise<unknown>;
};

/** The photos of one kind that those who do a visit took, with the way to add, retry and remove them. */
export function WorkPhotos(props: WorkPhotosProps) {
  const { bookingId, visit, kind, photos, isOpen, reload } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const stored = photos.filter((photo) => photo.kind === kind).map(({ id }) => id);
  const pending = usePendingPhotos({ bookingId, kind, stored, reload });
  const isAway = useServerAway();
  const shown = isAway ? [] : stored;
  const remove = useRemoval(reload);
  const label = photoNames[kind];
  const count = stored.length + pending.length;
  const add = async (files: readonly File[]) => {
    const room = mostWorkPhotos - count;
    setProblem(await takeFiles(files, { bookingId, visit, kind, room }));
  };
  if (!isOpen && count === 0) return null;
  return (
    <Section heading={headings[kind]} level={3} headingClassName="font-semibold">
      {shown.length + pending.length > 0 && (
        <ul className={`${photoGrid} mt-3`}>
          <PhotoThumbnails
            photos={shown}
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
          <PendingPhotos photos={pending} after={stored.length} label={label.toLowerCase()} />
        </ul>
      )}
      {isAway && stored.length > 0 && (
        <p className="mt-3 text-sm text-ink-soft">
          {stored.length === 1 ? '1 more photo is' : `${stored.length} more photos are`} on the
          server. You see {stored.length === 1 ? 'it' : 'them'} with a connection.
        </p>
      )}
      {isOpen && count < mostWorkPhotos && (
        <TakePhotos label={label} problem={problem} onFiles={(files) => void add(files)} />
      )}
    </Section>
  );
}

function useRemoval(reload: () => Promise<unknown>) {
  const restore = useMutation({
    mutationFn: restoreWorkPhoto,
    onSuccess: reload,
    onError: toastError('Not restored', photoFailure),
  });
  return useMutation({
    mutationFn: removeWorkPhoto,
    onSuccess: async (_, photoId) => {
      await reload();
      toast({
        title: 'Photo removed',
        duration: 10_000,
        action: { label: 'Undo', onSelect: () => restore.mutate(photoId) },
      });
    },
    onError: (error) => {
      toastError('Not removed', photoFailure)(error);
      void reload();
    },
  });
}

type TakePhotosProps = {
  /** What the photos are called: "Before photo". */
  label: string;
  problem: string | null;
  onFiles: (files: readonly File[]) => void;
};

/** Two ways to photos: the phone's camera, and those that are on the device. */
function TakePhotos({ label, problem, onFiles }: TakePhotosProps) {
  const errorId = useId();
  const input = (name: string) => ({
    type: 'file',
    multiple: true,
    'aria-label': `${name}: ${label.toLowerCase()}s`,
    'aria-describedby': problem ? errorId : undefined,
    'aria-invalid': problem ? (true as const) : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      const files = [...(target.files ?? [])];
      // Or the same file could not be chosen again.
      target.value = '';
      if (files.length > 0) onFiles(files);
    },
  });
  return (
    <>
      <div className="mt-3 grid grid-cols-2 gap-3 sm:flex">
        <label className={buttonStyle('secondary', 'file-choice px-3')}>
          <input {...input('Take photos')} accept="image/*" capture="environment" />
          Take photos
        </label>
        <label className={buttonStyle('secondary', 'file-choice px-3')}>
          <input {...input('Choose photos')} accept={photoRules.types.join(',')} />
          Choose photos
        </label>
      </div>
      {problem && (
        <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </>
  );
}

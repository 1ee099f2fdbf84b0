import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from 'radix-ui';
import { photoRules } from '@domain/contact/photo.ts';
import { Button } from '@/components/ui/button.tsx';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import { CloseIcon } from '@/components/ui/close-icon.tsx';

/** Answers a photo as a data URL, in a width or whole. */
type ReadPhoto = (photoId: string, width?: number) => Promise<string>;

type PhotoThumbnailsProps = {
  /** The ids of the photos. */
  photos: readonly string[];
  read: ReadPhoto;
  /** What a photo is called, before its number. */
  label?: string;
  /** What stands below a photo, if anything does. */
  below?: (photoId: string, name: string) => ReactNode;
};

const [thumbnail] = photoRules.widths;
const nameOf = (label: string, index: number) => `${label} ${index + 1}`;
const buttonId = (photoId: string) => `photo-${photoId}`;

const photoQuery = (read: ReadPhoto, photoId: string, width?: number) => ({
  queryKey: ['booking-photo', photoId, width ?? 'whole'],
  queryFn: () => read(photoId, width),
  // A photo never changes.
  staleTime: Infinity,
});

/** Photos of a booking as list items; pressed, one opens large, with the way to the others. */
export function PhotoThumbnails(props: PhotoThumbnailsProps) {
  const { photos, read, below, label = 'Photo' } = props;
  const [open, setOpen] = useState<number | null>(null);
  useBackCloses(open !== null, () => setOpen(null));
  return (
    <>
      {photos.map((photoId, index) => (
        <li key={photoId} className="min-w-0">
          <Thumbnail
            {...{ photoId, read }}
            name={nameOf(label, index)}
            onOpen={() => setOpen(index)}
          />
          {below?.(photoId, nameOf(label, index))}
        </li>
      ))}
      {open !== null && photos[open] !== undefined && (
        <LargePhoto {...{ photos, read, label }} index={open} onMove={setOpen} />
      )}
    </>
  );
}

type ThumbnailProps = { photoId: string; read: ReadPhoto; name: string; onOpen: () => void };

function Thumbnail({ photoId, read, name, onOpen }: ThumbnailProps) {
  const photo = useQuery(photoQuery(read, photoId, thumbnail));
  if (photo.data === undefined && photo.isError && !photo.isFetching) {
    return (
      <div className="grid aspect-4/3 w-full content-center justify-items-center border border-hairline p-1 text-center text-sm">
        <span>{name} did not load.</span>
        <button
          type="button"
          className="text-link"
          onClick={() => void photo.refetch()}
          aria-label={`Load ${name} again`}
        >
          Try again
        </button>
      </div>
    );
  }
  if (photo.data === undefined) {
    return (
      <div role="status" className="skeleton aspect-4/3 h-auto w-full">
        <span className="sr-only">Loading {name.toLowerCase()}</span>
      </div>
    );
  }
  return (
    <button
      type="button"
      id={buttonId(photoId)}
      aria-label={`Enlarge ${name.toLowerCase()}`}
      className="block w-full border border-hairline"
      onClick={onOpen}
    >
      <img src={photo.data} alt={name} className="aspect-4/3 w-full object-cover" />
    </button>
  );
}

type LargePhotoProps = {
  photos: readonly string[];
  read: ReadPhoto;
  label: string;
  index: number;
  onMove: (index: number | null) => void;
};

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function LargePhoto({ photos, read, label, index, onMove }: LargePhotoProps) {
  const photoId = photos[index] ?? '';
  const photo = useQuery(photoQuery(read, photoId));
  const move = (step: number) => {
    if (photos[index + step] !== undefined) onMove(index + step);
  };
  const followKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step) move(step);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onMove(null)}>
      <Dialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-ink/85" />
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={followKey}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            document.getElementById(buttonId(photoId))?.focus();
          }}
          className="dialog-panel on-lacquer fixed top-[calc(50%-var(--toast-height)/2)] left-1/2 z-50 flex max-h-[calc(100dvh-2rem-var(--toast-height))] w-max max-w-[calc(100vw-2rem)] -translate-1/2 flex-col"
        >
          <div className="flex items-center justify-between gap-4 py-1 pr-1 pl-5">
            <Dialog.Title className="min-w-0 truncate font-semibold">
              {nameOf(label, index)} of {photos.length}
            </Dialog.Title>
            <Dialog.Close className="close-button" aria-label="Close">
              <CloseIcon />
            </Dialog.Close>
          </div>
          <Large {...{ photo }} alt={nameOf(label, index)} />
          {photos.length > 1 && (
            <div className="flex justify-between gap-4 p-2">
              <Button variant="ghost" aria-disabled={index === 0} onClick={() => move(-1)}>
                Previous
              </Button>
              <Button
                variant="ghost"
                aria-disabled={index === photos.length - 1}
                onClick={() => move(1)}
              >
                Next
              </Button>
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type LargeProps = {
  photo: { data?: string | undefined; isFetching: boolean; refetch: () => Promise<unknown> };
  alt: string;
};

function Large({ photo, alt }: LargeProps) {
  if (photo.data !== undefined) {
    return (
      <img src={photo.data} alt={alt} className="min-h-0 w-auto max-w-full flex-1 object-contain" />
    );
  }
  return (
    <p role="status" className="px-5 py-10 text-center">
      {photo.isFetching ? (
        'Loading photo'
      ) : (
        <>
          This photo did not load.{' '}
          <button type="button" className="text-link" onClick={() => void photo.refetch()}>
            Try again
          </button>
        </>
      )}
    </p>
  );
}

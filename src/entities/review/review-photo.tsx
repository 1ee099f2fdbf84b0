import { useState } from 'react';
import { Dialog } from 'radix-ui';
import { CloseIcon } from '@/components/ui/close-icon.tsx';
import { Photo } from '@/components/ui/photo.tsx';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import type { ReviewRecord } from './get-reviews.ts';
import './review-photo.css';

/** The photo of a review, if it has one; pressed, it opens larger. */
export function ReviewPhoto({ review }: { review: ReviewRecord }) {
  const { customer_name: name, photo_url: url, photo_width: width, photo_height: height } = review;
  const [isOpen, setIsOpen] = useState(false);
  useBackCloses(isOpen, () => setIsOpen(false));
  if (!url) return null;
  const photo = { url, width, height, alt: `Photo by ${name}` };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className="review-photo" aria-label={`Enlarge the photo by ${name}`}>
        <Photo
          {...photo}
          sizes="(width >= 64rem) 26rem, (width >= 40rem) 50vw, 100vw"
          className="aspect-4/3 w-full object-cover"
        />
      </Dialog.Trigger>
      <Dialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-ink/85" />
        <Dialog.Content
          aria-describedby={undefined}
          className="dialog-panel on-lacquer fixed top-[calc(50%-var(--toast-height)/2)] left-1/2 z-50 flex max-h-[calc(100dvh-2rem-var(--toast-height))] w-max max-w-[calc(100vw-2rem)] -translate-1/2 flex-col"
        >
          <div className="flex items-center justify-between gap-4 py-1 pr-1 pl-5">
            <Dialog.Title className="min-w-0 truncate font-semibold">{photo.alt}</Dialog.Title>
            <Dialog.Close className="close-button" aria-label="Close">
              <CloseIcon />
            </Dialog.Close>
          </div>
          <Photo
            {...photo}
            sizes="100vw"
            loading="eager"
            className="min-h-0 w-auto max-w-full flex-1 object-contain"
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

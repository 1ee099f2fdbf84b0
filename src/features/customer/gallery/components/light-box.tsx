import type { KeyboardEvent } from 'react';
import { Dialog } from 'radix-ui';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { CloseIcon } from './gallery-icons.tsx';
import { LightBoxBar } from './light-box-bar.tsx';
import { LightBoxStage } from './light-box-stage.tsx';
import './light-box.css';

type LightBoxProps = {
  photos: readonly GalleryPhoto[];
  /** Of the photo that is shown. */
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
  /** Where the focus goes when the light box closes on this photo. */
  focusAfter: (photo: GalleryPhoto) => HTMLElement | null;
};

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One photo large, with the way to the next and the one before: by buttons, arrow keys and swipes. */
export default function LightBox({ photos, index, onMove, onClose, focusAfter }: LightBoxProps) {
  const photo = photos[index];
  if (!photo) return null;

  const move = (step: number) => {
    if (photos[index + step]) onMove(index + step);
  };
  const followKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step) move(step);
    if (event.key === 'Home') onMove(0);
    if (event.key === 'End') onMove(photos.length - 1);
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="dialog-overlay fixed inset-0 z-40 bg-lacquer-deep" />
        <Dialog.Content
          className="on-lacquer light-box dialog-overlay"
          onKeyDown={followKey}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusAfter(photo)?.focus();
          }}
        >
          <Dialog.Close aria-label="Close" className="light-box-control [grid-area:close]">
            <CloseIcon />
          </Dialog.Close>
          <LightBoxStage photos={photos} index={index} onMove={move} onLeave={onClose} />
          <LightBoxBar photo={photo} index={index} count={photos.length} onMove={move} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

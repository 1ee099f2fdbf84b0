import type { ReactNode } from 'react';
import { Dialog } from 'radix-ui';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { NextIcon, PreviousIcon } from './gallery-icons.tsx';

type LightBoxBarProps = {
  photo: GalleryPhoto;
  index: number;
  count: number;
  onMove: (step: number) => void;
};

/** What the photo shows, which of how many it is, and the way to the others. */
export function LightBoxBar({ photo, index, count, onMove }: LightBoxBarProps) {
  return (
    <>
      {count > 1 && (
        <MoveButton
          label="Previous photo"
          className="[grid-area:previous]"
          isEnd={index === 0}
          onClick={() => onMove(-1)}
        >
          <PreviousIcon />
        </MoveButton>
      )}
      <div
        aria-live="polite"
        aria-atomic="true"
        className="grid min-h-18 content-center justify-items-center gap-0.5 text-center [grid-area:words]"
      >
        <Dialog.Title className="text-sm text-mist">
          <span className="sr-only">Photo </span>
          {index + 1} of {count}
        </Dialog.Title>
        <Dialog.Description
          className={
            photo.description
              ? 'max-h-[22dvh] max-w-2xl overflow-y-auto font-semibold text-balance'
              : 'sr-only'
          }
        >
          {photoText(photo)}
        </Dialog.Description>
      </div>
      {count > 1 && (
        <MoveButton
          label="Next photo"
          className="[grid-area:next]"
          isEnd={index === count - 1}
          onClick={() => onMove(1)}
        >
          <NextIcon />
        </MoveButton>
      )}
    </>
  );
}

type MoveButtonProps = {
  label: string;
  className: string;
  /** There is none that way: the button keeps the focus, and does nothing. */
  isEnd: boolean;
  onClick: () => void;
  children: ReactNode;
};

function MoveButton({ label, className, isEnd, onClick, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      className={`light-box-control ${className}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

import { Dialog } from 'radix-ui';
import {
  type KeyboardEvent,
  type CSSProperties,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { Photo } from '@/components/ui/photo.tsx';
import { type GalleryPhoto, photoText } from '@/entities/photo/gallery-photo.ts';
import { CloseIcon, NextIcon, PreviousIcon } from './gallery-icons.tsx';
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

type LightBoxStageProps = {
  photos: readonly GalleryPhoto[];
  index: number;
  onMove: (step: 1 | -1) => void;
  /** Pressed beside the photo. */
  onLeave: () => void;
};

/** The photo, and out of sight on either side its neighbours: they are loaded before they are wanted. */
function LightBoxStage({ photos, index, onMove, onLeave }: LightBoxStageProps) {
  const { drag, handlers } = useSwipe(onMove);
  const first = Math.max(0, index - 1);
  return (
    <div
      {...handlers}
      className="light-box-stage"
      data-dragging={drag !== 0 || undefined}
      style={{ '--drag': `${drag}px` } as CSSProperties}
      onDragStart={(event) => event.preventDefault()}
    >
      {photos.slice(first, index + 2).map((photo, at) => {
        const offset = first + at - index;
        return (
          <div
            key={photo.id}
            className="light-box-slide"
            inert={offset !== 0}
            style={slideStyle(photo, offset)}
            onClick={(event) => event.target === event.currentTarget && onLeave()}
          >
            <Photo
              url={photo.image_url}
              alt={photoText(photo)}
              width={photo.image_width}
              height={photo.image_height}
              sizes="100vw"
              loading="eager"
            />
          </div>
        );
      })}
    </div>
  );
}

/** A photo of known size is never enlarged, and its place is there before it is. */
function slideStyle({ image_width: width, image_height: height }: GalleryPhoto, offset: number) {
  const style: Record<string, string | number> = { '--offset': offset };
  if (width && height) Object.assign(style, { '--width': `${width}px`, '--ratio': width / height });
  return style as CSSProperties;
}

/** Pixels that make a swipe. */
const threshold = 50;

/**
 * Follows a finger sideways; beyond the threshold it asks for the next one (1) or the one before (-1).
 * `drag` is how far the finger has come, in pixels.
 */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const startX = useRef<number | null>(null);
  const [drag, setDrag] = useState(0);

  const distance = (event: PointerEvent) =>
    startX.current === null ? 0 : event.clientX - startX.current;

  const end = () => {
    startX.current = null;
    setDrag(0);
  };

  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        // A second finger pinches; a mouse has buttons to press instead.
        if (!event.isPrimary) end();
        else if (event.pointerType !== 'mouse') startX.current = event.clientX;
      },
      onPointerMove: (event: PointerEvent) => setDrag(distance(event)),
      onPointerUp: (event: PointerEvent) => {
        const moved = distance(event);
        end();
        if (Math.abs(moved) >= threshold) onSwipe(moved < 0 ? 1 : -1);
      },
      onPointerCancel: end,
    },
  };
}

type LightBoxBarProps = {
  photo: GalleryPhoto;
  index: number;
  count: number;
  onMove: (step: number) => void;
};

/** What the photo shows, which of how many it is, and the way to the others. */
function LightBoxBar({ photo, index, count, onMove }: LightBoxBarProps) {
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

import { useId, useState } from 'react';
import { photoRules } from '@domain/contact/photo.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { choosePhotos, mostPhotos } from './photo-uploads.ts';

type AddPhotosProps = {
  /** The booking they are for; null before there is one. */
  bookingId: string | null;
  /** How many more the booking can have. */
  room: number;
  onChosen?: () => void;
};

/** The button that chooses photos of the car, and what was wrong with the last choice. */
export function AddPhotos({ bookingId, room, onChosen }: AddPhotosProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  return (
    <div>
      {room > 0 && (
        <label className={buttonStyle('secondary', 'file-choice max-sm:px-4')}>
          <input
            type="file"
            multiple
            accept={photoRules.types.join(',')}
            aria-describedby={problem ? `${errorId} ${hintId}` : hintId}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              // Or the same file could not be chosen again.
              target.value = '';
              void choosePhotos(files, { bookingId, room }).then((found) => {
                setProblem(found);
                onChosen?.();
              });
            }}
          />
          Add photos
        </label>
      )}
      <p id={hintId} className="mt-2 text-sm text-ink-soft">
        Up to {mostPhotos} photos of the car’s condition. Only we see them.
      </p>
      {problem && (
        <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The list that photos of a booking stand in. */
export const photoGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-4';

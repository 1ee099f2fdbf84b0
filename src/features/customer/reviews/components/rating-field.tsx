import { useId, useState, type Ref } from 'react';
import { starPath } from '@/components/ui/stars.tsx';

const words = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent'];

type RatingFieldProps = {
  /** Stars, 1 to 5; 0 while none is chosen. */
  value: number;
  onChange: (rating: number) => void;
  error: string | undefined;
  /** The first star, to be focused when a rating is missing. */
  ref: Ref<HTMLInputElement>;
};

/** Five stars to choose from: radios, lit up to the one that is chosen or pointed at. */
export function RatingField({ value, onChange, error, ref }: RatingFieldProps) {
  const [preview, setPreview] = useState(0);
  const errorId = useId();
  const lit = preview || value;
  return (
    <fieldset role="radiogroup" aria-describedby={error ? errorId : undefined} aria-required="true">
      <legend className="mb-1 text-sm font-semibold">
        Your Rating
        <span aria-hidden="true" className="text-brass">
          {' *'}
        </span>
      </legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="-ml-1.5 flex flex-wrap" onPointerLeave={() => setPreview(0)}>
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              className="star-choice"
              onPointerEnter={(event) => event.pointerType === 'mouse' && setPreview(stars)}
            >
              <input
                ref={stars === 1 ? ref : undefined}
                type="radio"
                name="rating"
                value={stars}
                checked={value === stars}
                aria-label={stars === 1 ? '1 star' : `${stars} stars`}
                onChange={() => onChange(stars)}
              />
              <svg viewBox="-1 -1 22 22" aria-hidden="true" className="size-9">
                <path d={starPath} className={stars <= lit ? 'star-lit' : 'star-unlit'} />
              </svg>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="min-w-24 font-semibold text-ink-soft">
          {words[lit]}
        </span>
      </div>
      {error && (
        <p id={errorId} className="mt-1 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

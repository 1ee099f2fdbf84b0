import { useId, useRef } from 'react';
import { photoRules } from '@domain/contact/photo.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Button } from '@/components/ui/button.tsx';
import type { usePhotoChoice } from '../use-photo-choice.ts';
import './reviews.css';

type PhotoFieldProps = {
  photo: ReturnType<typeof usePhotoChoice>;
  /** How much of it is uploaded, 0 to 1; null while nothing is on its way. */
  progress: number | null;
  /** The review is being handed in: its photo stays as it is. */
  isBusy: boolean;
};

/** Chooses a photo to go with the review, shows it, and takes it away again. */
export function PhotoField({ photo, progress, isBusy }: PhotoFieldProps) {
  const { chosen, problem } = photo;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];

  const remove = () => {
    photo.remove();
    input.current?.focus();
  };

  return (
    <div>
      <span className="mb-2 block text-sm font-semibold">Your Photo</span>
      {chosen && (
        <div className="mb-3 flex flex-wrap items-center gap-4">
          <img
            src={chosen.previewUrl}
            alt="Preview of your photo"
            className="aspect-4/3 w-40 border border-hairline object-cover"
          />
          <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">{chosen.file.name}</span>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <label className={buttonStyle('secondary', 'file-choice max-sm:px-4')}>
          <input
            ref={input}
            type="file"
            accept={photoRules.types.join(',')}
            aria-describedby={problem ? `${errorId} ${hintId}` : hintId}
            aria-invalid={problem ? true : undefined}
            disabled={isBusy}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) photo.choose(file);
              // Or the same file could not be chosen again.
              target.value = '';
            }}
          />
          {chosen ? 'Change Photo' : 'Add a Photo'}
        </label>
        {chosen && (
          <Button variant="ghost" className="max-sm:px-4" disabled={isBusy} onClick={remove}>
            Remove Photo
          </Button>
        )}
      </div>
      <p id={hintId} className="mt-2 text-sm text-ink-soft">
        Optional. A JPEG, PNG, WebP, AVIF or GIF of up to 10 MB.
      </p>
      {problem && (
        <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      {progress !== null && <UploadProgress fraction={progress} />}
    </div>
  );
}

/** How far the upload has come. `fraction` is from 0 to 1. */
function UploadProgress({ fraction }: { fraction: number }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className="mt-4">
      {/* Said once: the numbers that follow are read from the bar by whoever asks for them. */}
      <p role="status" className="text-sm font-semibold">
        {fraction < 1 ? 'Uploading your photo' : 'Preparing your photo'}
      </p>
      <progress
        aria-label="Photo upload"
        className="upload-progress mt-2"
        value={percent}
        max={100}
      />
    </div>
  );
}

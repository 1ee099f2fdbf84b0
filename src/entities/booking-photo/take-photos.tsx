import { useId } from 'react';
import { photoRules } from '@domain/contact/photo.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';

type TakePhotosProps = {
  /** What the photos are called: "Before photo". */
  label: string;
  problem: string | null;
  onFiles: (files: readonly File[]) => void;
};

/** Two ways to photos: the phone's camera, and those that are on the device. */
export function TakePhotos({ label, problem, onFiles }: TakePhotosProps) {
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

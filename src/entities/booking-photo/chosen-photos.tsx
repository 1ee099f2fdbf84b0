import { dropPhoto, retryPhoto, type ChosenPhoto } from './photo-uploads.ts';

const states = {
  chosen: '',
  sending: 'Sending',
  failed: 'Not sent',
  stored: 'Added',
} as const;

/** Moves the focus from a photo that is removed to the one beside it, or else to the button that adds photos. */
function focusAfter(button: HTMLElement) {
  const item = button.closest('li');
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  const next =
    [...(beside?.querySelectorAll('button') ?? [])].at(-1) ??
    item?.parentElement?.parentElement?.querySelector<HTMLElement>('input[type=file]');
  next?.focus();
}

type ChosenPhotosProps = {
  photos: readonly ChosenPhoto[];
  /** The number of photos before these. */
  after?: number;
};

/** Photos chosen in this tab as list items: how far each has come, with the way to retry or remove it. */
export const ChosenPhotos = ({ photos, after = 0 }: ChosenPhotosProps) =>
  photos.map((photo, index) => (
    <Chosen key={photo.key} photo={photo} name={`photo ${after + index + 1}`} />
  ));

function Chosen({ photo, name }: { photo: ChosenPhoto; name: string }) {
  return (
    <li className="min-w-0">
      <img
        src={photo.previewUrl}
        alt={`Preview of ${name}`}
        className="aspect-4/3 w-full border border-hairline object-cover"
      />
      {photo.state === 'failed' ? (
        <p role="alert" className="mt-1 text-sm font-medium wrap-anywhere text-danger">
          {states.failed}: {photo.problem}
        </p>
      ) : (
        <p role="status" className="mt-1 text-sm text-ink-soft">
          {states[photo.state]}
        </p>
      )}
      <div className="flex flex-wrap gap-x-4">
        {photo.state === 'failed' && (
          <button
            type="button"
            className="text-link text-sm"
            aria-label={`Try ${name} again`}
            onClick={() => retryPhoto(photo.key)}
          >
            Try again
          </button>
        )}
        <button
          type="button"
          className="text-link text-sm"
          aria-label={`Remove ${name}`}
          onClick={({ currentTarget }) => {
            focusAfter(currentTarget);
            dropPhoto(photo.key);
          }}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { business } from '@domain/business.ts';
import { Button } from '@/components/ui/button.tsx';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '../gallery-photo.ts';
import { DescriptionForm } from './description-form.tsx';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: business.timeZone });

/** One photo of the list: what it shows, to be put into other words on the spot, and the way to delete it. */
export function ManagedPhoto({ photo, onDelete }: { photo: GalleryPhoto; onDelete: () => void }) {
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const leaveForm = () => {
    // At once, for the button takes the focus that the form had.
    flushSync(() => setIsEditing(false));
    editButton.current?.focus();
  };
  return (
    <article
      aria-label={photoText(photo)}
      className="flex h-full flex-col gap-5 rounded-badge border border-hairline bg-ivory p-4 sm:flex-row sm:p-5"
    >
      <Photo
        url={photo.image_url}
        alt=""
        width={photo.image_width}
        height={photo.image_height}
        sizes="(min-width: 40rem) 12rem, 90vw"
        className="aspect-[4/3] w-full flex-none self-start rounded-badge bg-lacquer object-cover sm:w-44"
      />
      <div className="flex min-w-0 flex-1 flex-col">
        {isEditing ? (
          <DescriptionForm photo={photo} onEnd={leaveForm} />
        ) : (
          <>
            <p className={photo.description ? 'font-semibold' : 'text-ink-soft'}>
              {photo.description || 'No description.'}
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              Added{' '}
              <time dateTime={photo.created_at}>{day.format(new Date(photo.created_at))}</time>
            </p>
            <div className="mt-auto flex flex-wrap gap-3 pt-5">
              <Button
                ref={editButton}
                variant="secondary"
                className="px-4!"
                aria-label={`Edit the description: ${photoText(photo)}`}
                onClick={() => setIsEditing(true)}
              >
                Edit
              </Button>
              <Button
                variant="ghost"
                className="px-4! text-danger!"
                aria-label={`Delete photo: ${photoText(photo)}`}
                onClick={onDelete}
              >
                Delete
              </Button>
            </div>
          </>
        )}
      </div>
    </article>
  );
}

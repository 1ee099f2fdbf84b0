import type { ReactNode, Ref } from 'react';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { Button } from '@/components/ui/button.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: fixedTerms.timeZone });

type PhotoWordsProps = {
  photo: GalleryPhoto;
  editButton: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onDelete: () => void;
  /** More that can be done with it. */
  children?: ReactNode;
};

/** What a photo shows and since when it hangs, and what can be done about it. */
export function PhotoWords({ photo, editButton, onEdit, onDelete, children }: PhotoWordsProps) {
  const { description, created_at: addedAt } = photo;
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <p className={description ? 'font-semibold' : 'text-ink-soft'}>
        {description || 'No description.'}
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        Added <time dateTime={addedAt}>{day.format(new Date(addedAt))}</time>
      </p>
      <div className="mt-auto flex flex-wrap gap-x-3 gap-y-2 pt-4">
        <Button
          ref={editButton}
          variant="secondary"
          className="px-4"
          aria-label={`Edit the description: ${photoText(photo)}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="ghost"
          className="px-4 text-danger!"
          aria-label={`Delete photo: ${photoText(photo)}`}
          onClick={onDelete}
        >
          Delete
        </Button>
        {children}
      </div>
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';
import { toast } from '@/lib/toast.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { DescribedMeanwhileError, saveDescription } from '../api/change-photo.ts';
import { PairChoice } from './pair-choice.tsx';

type ManagedPhotoProps = {
  photo: GalleryPhoto;
  /** The photos that are in no pair. */
  single: readonly GalleryPhoto[];
  onDelete: () => void;
};

/** One photo of the list: what it shows, to be put into other words on the spot, and the way to delete it. */
export function ManagedPhoto({ photo, single, onDelete }: ManagedPhotoProps) {
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
      className={`flex gap-4 rounded-badge border border-hairline bg-ivory p-4 sm:gap-5 sm:p-5 ${isEditing ? 'max-sm:flex-col' : ''}`}
    >
      <Photo
        url={photo.image_url}
        alt=""
        width={photo.image_width}
        height={photo.image_height}
        sizes="(min-width: 40rem) 11rem, 7rem"
        className="aspect-[4/3] w-28 flex-none self-start rounded-badge bg-lacquer object-cover sm:w-44"
      />
      {isEditing ? (
        <DescriptionForm photo={photo} onEnd={leaveForm} />
      ) : (
        <PhotoWords
          photo={photo}
          editButton={editButton}
          onEdit={() => setIsEditing(true)}
          onDelete={onDelete}
        >
          <PairChoice photo={photo} single={single} />
        </PhotoWords>
      )}
    </article>
  );
}

const maxLength = 300;

/** What a photo shows, in a field. What was typed stays when it cannot be saved. */
function DescriptionForm({ photo, onEnd }: { photo: GalleryPhoto; onEnd: () => void }) {
  const [typed, setTyped] = useState(photo.description);
  const saving = useSaveDescription(photo, onEnd);
  const description = typed.trim();
  const excess = description.length - maxLength;
  return (
    <form
      noValidate
      className="grid min-w-0 flex-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (excess <= 0 && !saving.isPending) saving.mutate(description);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onEnd()}
    >
      <TextAreaField
        label="Description"
        hint={`${description.length} of ${maxLength} characters. Optional.`}
        error={
          excess > 0
            ? `Please remove ${excess} ${excess === 1 ? 'character' : 'characters'}.`
            : saving.isError
              ? saveFailure(saving.error)
              : undefined
        }
        autoFocus
        rows={3}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending} className="px-4">
          {saving.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="ghost" className="px-4" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What to tell of a description that was not saved. */
const saveFailure = (error: unknown): string =>
  error instanceof DescribedMeanwhileError
    ? error.message
    : 'Could not save the description. Please try again.';

/** Saves what a photo shows over the words that stood there, and says how that went. */
function useSaveDescription(photo: GalleryPhoto, onSaved: () => void) {
  const { describe } = usePhotoChanges();
  const [basis, setBasis] = useState<string | null>(photo.description);
  return useMutation({
    mutationFn: (description: string) => saveDescription({ id: photo.id, description, basis }),
    onSuccess: (_, description) => {
      describe(photo.id, description);
      toast({ title: 'Success!', description: 'Description saved.' });
      onSaved();
    },
    onError: (error) => {
      // Told once; whoever saves again after that wants theirs to count.
      if (error instanceof DescribedMeanwhileError) setBasis(null);
    },
  });
}

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
function PhotoWords({ photo, editButton, onEdit, onDelete, children }: PhotoWordsProps) {
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

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { DescriptionForm } from './description-form.tsx';
import { PairChoice } from './pair-choice.tsx';
import { PhotoWords } from './photo-words.tsx';

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

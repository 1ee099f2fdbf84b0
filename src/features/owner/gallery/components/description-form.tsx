import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { saveFailure, useSaveDescription } from '../use-save-description.ts';

const maxLength = 300;

/** What a photo shows, in a field. What was typed stays when it cannot be saved. */
export function DescriptionForm({ photo, onEnd }: { photo: GalleryPhoto; onEnd: () => void }) {
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

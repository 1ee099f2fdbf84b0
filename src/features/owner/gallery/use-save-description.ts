import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { DescribedMeanwhileError, saveDescription } from './api/change-photo.ts';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';

/** What to tell of a description that was not saved. */
export const saveFailure = (error: unknown): string =>
  error instanceof DescribedMeanwhileError
    ? error.message
    : 'Could not save the description. Please try again.';

/** Saves what a photo shows over the words that stood there, and says how that went. */
export function useSaveDescription(photo: GalleryPhoto, onSaved: () => void) {
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

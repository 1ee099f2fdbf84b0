import { useMutation } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { saveDescription } from './api/save-description.ts';
import { usePhotoChanges } from './use-photos.ts';

export const saveFailure = 'Could not save the description. Please try again.';

/** Saves what a photo shows, and says how that went. */
export function useSaveDescription(photoId: string, onSaved: () => void) {
  const { describe } = usePhotoChanges();
  return useMutation({
    mutationFn: (description: string) => saveDescription(photoId, description),
    onSuccess: (_, description) => {
      describe(photoId, description);
      toast({ title: 'Success!', description: 'Description saved.' });
      onSaved();
    },
    onError: () =>
      toast({ title: 'Save Failed', description: saveFailure, variant: 'destructive' }),
  });
}

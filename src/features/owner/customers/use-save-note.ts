import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '@/lib/failure-sentence.ts';
import type { PrivateNote } from '@contracts/notes.ts';
import { toast } from '@/lib/toast.ts';
import { saveNote, customersKey, customerQuery } from './api/customer.ts';

/** Saves the note about a customer, and shows what is kept then, or what somebody else wrote. */
export function useSaveNote(email: string) {
  const client = useQueryClient();
  const page = customerQuery(email);
  return useMutation({
    mutationFn: (written: PrivateNote) => saveNote(email, written),
    onSuccess: ({ text, version }) => {
      client.setQueryData(
        page.queryKey,
        (shown) => shown && { ...shown, note: text, note_version: version },
      );
      toast({ title: 'Saved', description: 'The note is saved.' });
      void client.invalidateQueries({ queryKey: customersKey });
    },
    onError: (error) => {
      if (isRefusal(error, 'note_changed')) void client.invalidateQueries(page);
    },
  });
}

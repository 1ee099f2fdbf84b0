import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { changeTextSettings, textSettingsQuery, type TextSettings } from './api/text-settings.ts';

/** Changes settings, shows them as they are then, and says `done`. */
export function useTextSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ change }: { change: Partial<TextSettings>; done: string }) =>
      changeTextSettings(change),
    onSuccess: (kept, { done }) => {
      client.setQueryData(textSettingsQuery.queryKey, kept);
      toast({ title: 'Saved', description: done });
    },
  });
}

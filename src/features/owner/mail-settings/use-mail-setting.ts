import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { changeSetting, mailSettingsQuery, type SettingChange } from './api/mail-settings.ts';

/** Changes one setting, shows it as it is kept then, and says `done`. */
export function useMailSetting(templateType: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ change }: { change: SettingChange; done: string }) =>
      changeSetting(templateType, change),
    onSuccess: (kept, { done }) => {
      client.setQueryData(mailSettingsQuery.queryKey, (known) => {
        const swap = (one: typeof kept) => (one.template_type === templateType ? kept : one);
        return known && { ...known, settings: known.settings.map(swap) };
      });
      toast({ title: 'Saved', description: done });
    },
  });
}

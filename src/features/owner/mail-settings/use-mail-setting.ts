import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { changeSetting, mailSettingsQuery, type SettingChange } from './api/mail-settings.ts';

/** Changes one setting and shows it as it is kept then. A failure stays as `problem` and answers false. */
export function useMailSetting(templateType: string) {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (change: SettingChange, done: string): Promise<boolean> => {
    setIsBusy(true);
    setProblem(null);
    try {
      const kept = await changeSetting(templateType, change);
      client.setQueryData(mailSettingsQuery.queryKey, (known) =>
        known
          ? {
              ...known,
              settings: known.settings.map((one) =>
                one.template_type === templateType ? kept : one,
              ),
            }
          : known,
      );
      toast({ title: 'Saved', description: done });
      return true;
    } catch (error) {
      setProblem(failureSentence(error));
      return false;
    } finally {
      setIsBusy(false);
    }
  };

  return { save, isBusy, problem };
}

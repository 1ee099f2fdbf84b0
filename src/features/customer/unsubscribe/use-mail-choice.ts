import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BackendError } from '@/lib/backend.ts';
import { getMailChoice, setMailChoice } from './api/mail-choice.ts';

/** `asked` until something was decided here; then what was. */
type Decision = 'asked' | 'done' | 'undone';

/** What the link of a mail is about, and the two things that can be done about it. */
export function useMailChoice(token: string) {
  const client = useQueryClient();
  const queryKey = ['mail-choice', token];
  const query = useQuery({
    queryKey,
    queryFn: () => getMailChoice(token),
    enabled: token !== '',
    retry: (failures, error) => !isUnknown(error) && failures < 1,
  });
  const [decision, setDecision] = useState<Decision>('asked');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (subscribed: boolean) => {
    setIsBusy(true);
    setProblem(null);
    try {
      client.setQueryData(queryKey, await setMailChoice(token, subscribed));
      setDecision(subscribed ? 'undone' : 'done');
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };

  return {
    query,
    isUnknown: token === '' || isUnknown(query.error),
    decision,
    choose,
    isBusy,
    problem,
  };
}

const isUnknown = (error: unknown): boolean =>
  error instanceof BackendError && ['link_unknown', 'invalid_input'].includes(error.code);

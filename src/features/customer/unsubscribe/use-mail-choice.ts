import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isUnknownLink, mailChoiceQuery, setMailChoice } from './api/mail-choice.ts';

/** What the link of a mail is about, and the two things that can be done about it. */
export function useMailChoice(token: string) {
  const client = useQueryClient();
  const query = useQuery(mailChoiceQuery(token));
  const [hasChosen, setHasChosen] = useState(false);
  const choice = useMutation({
    mutationFn: (subscribed: boolean) => setMailChoice(token, subscribed),
    onSuccess: (now) => {
      client.setQueryData(mailChoiceQuery(token).queryKey, now);
      setHasChosen(true);
    },
  });
  return { query, isUnknown: token === '' || isUnknownLink(query.error), choice, hasChosen };
}

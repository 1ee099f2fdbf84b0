import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useLocation } from '@/lib/location.tsx';
import { toast } from '@/lib/toast.ts';

const almostThere = {
  title: 'Almost there!',
  description: 'Please check your email to verify your account.',
};

/** Whether the user has just signed up. Read once, kept on the screen, removed from the address. */
export function useSignUpNotice(): boolean {
  const [query, setQuery] = useSearchParams();
  const state: unknown = useLocation().state;
  const isAnnounced = query.get('signup_success') === 'true';
  const [wasAnnounced, setWasAnnounced] = useState(isAnnounced);
  if (isAnnounced && !wasAnnounced) setWasAnnounced(true);

  useEffect(() => {
    if (!isAnnounced) return;
    toast(almostThere);
    const after = new URLSearchParams(query);
    after.delete('signup_success');
    setQuery(after, { replace: true, state });
  }, [isAnnounced, query, setQuery, state]);

  return wasAnnounced;
}

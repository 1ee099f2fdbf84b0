import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { navigate } from '@/lib/location.tsx';
import { checkSixDigits } from '@domain/contact/account.ts';
import { plainLine } from '@domain/contact/typed-text.ts';
import { paths } from '@/config/paths.ts';
import { toast } from '@/lib/toast.ts';
import { deleteAccount } from './api/change-account.ts';
import { failureText } from './failure-text.ts';

export const confirmingWord = 'DELETE';

type Typed = { word: string; password: string; code: string };
type Mistakes = Partial<Record<keyof Typed, string>>;

const nothing: Typed = { word: '', password: '', code: '' };

/** The last question: a typed word, the password, and a code for those who have a second factor. */
export function useDeletion({ email, hasFactor }: { email: string; hasFactor: boolean }) {
  // Not one that asks for a proof: what is typed here is the proof.
  const deletion = useMutation({
    mutationFn: deleteAccount,
    onSuccess: () => {
      toast({ title: 'Account Deleted', description: 'We are sorry to see you go.' });
      navigate(paths.home);
    },
  });
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState(nothing);
  const [mistakes, setMistakes] = useState<Mistakes>({});

  const ask = (isOpen: boolean) => {
    setIsAsking(isOpen);
    setTyped(nothing);
    setMistakes({});
    deletion.reset();
  };

  const confirm = () => {
    const found = mistakesIn(typed, hasFactor);
    setMistakes(found);
    deletion.reset();
    if (Object.keys(found).length > 0) return;
    const code = hasFactor ? plainLine(typed.code).replace(/[ -]/g, '') : null;
    deletion.mutate({ email, password: typed.password, code });
  };

  const type = (field: keyof Typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });

  return {
    isAsking,
    ask,
    typed,
    type,
    mistakes,
    confirm,
    isBusy: deletion.isPending,
    problem: deletion.error && failureText(deletion.error),
  };
}

function mistakesIn({ word, password, code }: Typed, hasFactor: boolean): Mistakes {
  const digits = checkSixDigits(code);
  return {
    ...(word.trim().toUpperCase() !== confirmingWord && {
      word: `Please type ${confirmingWord} to confirm.`,
    }),
    ...(password === '' && { password: 'Please enter your password.' }),
    ...(hasFactor && !digits.ok && { code: digits.sentence }),
  };
}

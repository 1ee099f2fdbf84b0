import { useState, type ChangeEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { checkSixDigits } from '@domain/contact/account.ts';
import { codeFailureText } from '@/lib/auth-failure.ts';
import {
  proofWaysQuery,
  proveByCode,
  proveByFactor,
  proveByPassword,
  sendProofCode,
  type ProofWays,
} from '@/lib/prove-again.ts';

export type ProofWay = 'password' | 'code' | 'factor';

/** What the dialog that asks for a fresh proof shows and does; `onProved` goes on with the change. */
export function useItIsYou(onProved: () => void) {
  const known = useQuery(proofWaysQuery);
  const ways = known.data;
  const [wantsCode, setWantsCode] = useState(false);
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string>();
  const way = ways ? wayOf(ways, wantsCode) : null;

  const attempt = useMutation({ mutationFn: (work: () => Promise<void>) => work() });
  const failure = known.error ?? attempt.error;
  const turnTo = (code: boolean) => {
    setWantsCode(code);
    setTyped('');
    setMistake(undefined);
    attempt.reset();
  };

  return {
    /** Null while it is not known. */
    way,
    typed,
    type: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    mistake,
    problem: failure && codeFailureText(failure),
    isBusy: attempt.isPending || known.isFetching,
    codeGoesToPhone: ways !== undefined && 'phone' in ways.contact,
    usePassword: () => turnTo(false),
    sendCode: () =>
      ways && attempt.mutate(() => sendProofCode(ways.contact), { onSuccess: () => turnTo(true) }),
    confirm: async () => {
      if (!ways || !way) {
        await known.refetch();
        return;
      }
      const given = readProof(way, typed);
      setMistake(given.ok ? undefined : given.sentence);
      if (!given.ok) return;
      attempt.mutate(async () => {
        await prove(ways, way, given.value);
        onProved();
      });
    },
  };
}

function wayOf({ factorId }: ProofWays, wantsCode: boolean): ProofWay {
  if (factorId) return 'factor';
  return wantsCode ? 'code' : 'password';
}

async function prove({ factorId, contact }: ProofWays, way: ProofWay, given: string) {
  if (way === 'password') await proveByPassword(contact, given);
  else if (way === 'code') await proveByCode(contact, given);
  else if (factorId) await proveByFactor(factorId, given);
}

function readProof(way: ProofWay, typed: string) {
  if (way !== 'password') return checkSixDigits(typed);
  return typed === ''
    ? { ok: false as const, sentence: 'Please enter your password.' }
    : { ok: true as const, value: typed };
}

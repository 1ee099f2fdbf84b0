import { useState, type ChangeEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { checkSixDigits } from '@domain/contact/account.ts';
import { codeFailureText } from '@/lib/auth-failure.ts';
import {
  findProofWays,
  proveByCode,
  proveByFactor,
  proveByPassword,
  sendProofCode,
  type ProofWays,
} from '@/lib/prove-again.ts';

export type ProofWay = 'password' | 'code' | 'factor';

/** What the dialog that asks for a fresh proof shows and does; `onProved` goes on with the change. */
export function useItIsYou(onProved: () => void) {
  const known = useQuery({ queryKey: ['proof-ways'], queryFn: findProofWays, gcTime: 0 });
  const ways = known.data;
  const [wantsCode, setWantsCode] = useState(false);
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const way = ways ? wayOf(ways, wantsCode) : null;

  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(codeFailureText(error));
    } finally {
      setIsBusy(false);
    }
  };
  const turnTo = (code: boolean) => {
    setWantsCode(code);
    setTyped('');
    setMistake(undefined);
    setFailure(null);
  };

  return {
    /** Null while it is not known. */
    way,
    typed,
    type: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    mistake,
    problem: known.isError ? codeFailureText(known.error) : failure,
    isBusy: isBusy || known.isFetching,
    codeGoesToPhone: ways !== undefined && 'phone' in ways.contact,
    usePassword: () => turnTo(false),
    sendCode: () =>
      attempt(async () => {
        if (!ways) return;
        await sendProofCode(ways.contact);
        turnTo(true);
      }),
    confirm: async () => {
      if (!ways || !way) {
        await known.refetch();
        return;
      }
      const given = readProof(way, typed);
      setMistake(given.ok ? undefined : given.sentence);
      if (!given.ok) return;
      await attempt(async () => {
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

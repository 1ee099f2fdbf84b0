import { useRef, useState } from 'react';

export type ChallengeAnswer = 'complete' | 'fail';

/** Lets a payment wait for what the visitor answers in the bank's dialog. */
export function useChallenge() {
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(answer: ChallengeAnswer) => void>(undefined);

  return {
    isOpen,
    ask: () =>
      new Promise<ChallengeAnswer>((resolve) => {
        settle.current = resolve;
        setIsOpen(true);
      }),
    answer: (answer: ChallengeAnswer) => {
      setIsOpen(false);
      settle.current?.(answer);
    },
  };
}

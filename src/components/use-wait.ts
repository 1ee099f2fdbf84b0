import { useEffect, useState } from 'react';

const second = 1000;

/** Seconds that are left of a wait which began when this was first shown, or when it was begun again. */
export function useWait(seconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * second);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / second));
  const isOver = secondsLeft === 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, [isOver]);

  const beginAgain = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * second);
  };
  return { secondsLeft, beginAgain };
}

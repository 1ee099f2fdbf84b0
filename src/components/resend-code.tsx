import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';

/** The services that send codes take one request a minute. */
const waitSeconds = 60;

type ResendCodeProps = {
  /** Answers a sentence when no code could be sent. */
  onResend: () => Promise<string | null>;
};

/** Asks for another code, once the last one had time to arrive. */
export function ResendCode({ onResend }: ResendCodeProps) {
  const { secondsLeft, beginAgain } = useWait(waitSeconds);
  const [isSending, setIsSending] = useState(false);
  const [said, setSaid] = useState('');

  const send = async () => {
    setIsSending(true);
    const problem = await onResend();
    setIsSending(false);
    setSaid(problem ?? 'A new code is on its way.');
    if (!problem) beginAgain();
  };

  return (
    <div className="text-sm text-ink-soft">
      {secondsLeft > 0 ? (
        <p className="flex min-h-12 items-center tabular-nums">
          No code yet? You can request a new one in {secondsLeft} s.
        </p>
      ) : (
        <Button variant="ghost" busy={isSending} className="px-0" onClick={() => void send()}>
          Send a new code
        </Button>
      )}
      <p role="status" className="font-medium text-ink">
        {said}
      </p>
    </div>
  );
}

const second = 1000;

/** Seconds that are left of a wait which began when this was first shown, or when it was begun again. */
function useWait(seconds: number) {
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

import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useServerAway } from '@/lib/connection.ts';
import type { StoredOperation } from '@/lib/on-device/operations-store.ts';
import { useIsSending } from '@/lib/on-device/send-operations.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';

/** How long "All sent" stays. */
const shownMs = 3_000;

/** The state of this device above every screen: what is to be sent, and whether there is a connection. Leads to the list. */
export function UnsentStatus({ to }: { to: string }) {
  const operations = useUnsent();
  const isAway = useServerAway();
  const isSending = useIsSending();
  const isJustSent = useJustSent(operations.length);
  const words = wordsOf(operations, { isAway, isSending, isJustSent });
  const tone = operations.some(({ refused }) => refused)
    ? 'bg-danger-wash font-semibold text-danger'
    : operations.length > 0 || isAway
      ? 'bg-citrine-wash font-semibold text-ink'
      : 'text-ink-soft';
  return (
    <div role="status">
      {words && (
        <Link
          to={to}
          className={`flex min-h-11 items-center gap-2 px-5 py-2 text-sm sm:px-8 ${tone}`}
        >
          {words}
          <span aria-hidden="true">→</span>
        </Link>
      )}
    </div>
  );
}

/** "3 things to send · 1 needs your decision"; empty when there is nothing to say. */
export function wordsOf(
  operations: readonly Pick<StoredOperation, 'refused'>[],
  { isAway, isSending, isJustSent }: Record<'isAway' | 'isSending' | 'isJustSent', boolean>,
): string {
  const refused = operations.filter((one) => one.refused).length;
  const waiting = operations.length - refused;
  const parts = [
    isAway && 'No connection',
    waiting > 0 && (isSending && !isAway ? 'Sending…' : thingsToSend(waiting)),
    refused > 0 && `${refused} ${refused === 1 ? 'needs' : 'need'} your decision`,
    !isAway && waiting === 0 && refused === 0 && isJustSent && 'All sent',
  ];
  return parts.filter(Boolean).join(' · ');
}

const thingsToSend = (count: number) => `${count} ${count === 1 ? 'thing' : 'things'} to send`;

/** For a moment after the last one was sent. */
function useJustSent(count: number): boolean {
  const [wasLeft, setWasLeft] = useState(count > 0);
  if (count > 0 && !wasLeft) setWasLeft(true);
  const isJustSent = wasLeft && count === 0;
  useEffect(() => {
    if (!isJustSent) return;
    const timer = setTimeout(() => setWasLeft(false), shownMs);
    return () => clearTimeout(timer);
  }, [isJustSent]);
  return isJustSent;
}

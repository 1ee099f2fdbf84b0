import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isServerAway, setServerAway, useServerAway } from '@/lib/connection.ts';
import { storedAccount } from '@/lib/kept-visits.ts';
import { currentSession, subscribeToSession, useSession, type Session } from '@/lib/session.ts';
import { readKept } from './kept-visits-store.ts';
import { onSentLater, sendOperations } from './send-operations.ts';

/** How often the server is asked while there is no connection, in milliseconds. */
const askEveryMs = 5_000;

/** Watches the connection for the screens, and sends what is stored on this device when there is one. */
export function useDevice(): void {
  const client = useQueryClient();
  const isAway = useServerAway();
  const comeBack = useEffectEvent(async () => {
    if (!(await isAnswered()) || !isServerAway()) return;
    setServerAway(false);
    if (!isSure(currentSession()))
      await (await import('@/lib/watch-session.ts')).checkSessionAgain();
    await client.invalidateQueries();
    void sendOperations();
  });
  useEffect(() => {
    const goAway = () => setServerAway(true);
    const send = () => void sendOperations();
    window.addEventListener('offline', goAway);
    window.addEventListener('online', send);
    const stops = [subscribeToSession(send), onSentLater(() => void client.invalidateQueries())];
    send();
    return () => {
      window.removeEventListener('offline', goAway);
      window.removeEventListener('online', send);
      for (const stop of stops) stop();
    };
  }, [client]);
  useEffect(() => {
    if (!isAway) return;
    const ask = () => void comeBack();
    const timer = setInterval(ask, askEveryMs);
    window.addEventListener('online', ask);
    ask();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isAway]);
}

/** Whether the server has said who this is. It counts until the server says otherwise, also while it is away. */
const isSure = (session: Session) =>
  session.status === 'signed-in' &&
  session.adminCheck !== 'retrying' &&
  session.adminCheck !== 'failed';

const isAnswered = () =>
  navigator.onLine
    ? fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
    : Promise.resolve(false);

/**
 * Whether this device may show what it keeps without a word from the server: the server is out of reach, and the account
 * that is stored as signed in has something kept under `name`. `unknown` until that is read. A page that the server let
 * in needs no such leave, and one that has it keeps it until the server answers: neither losing the connection nor its
 * return takes an open screen away.
 */
export function useKeptAccess(name: string): 'yes' | 'no' | 'unknown' {
  const session = useSession();
  const isAway = useServerAway();
  const account = storedAccount();
  const [found, setFound] = useState<{ account: string | null; isKept: boolean } | null>(null);
  const isOutOfReach =
    !isSure(session) && (isAway || session.status === 'signed-in' || found !== null);
  useEffect(() => {
    if (!isOutOfReach) return;
    void readKept(name).then((kept) => setFound({ account, isKept: kept !== null }));
  }, [name, account, isOutOfReach]);
  if (!isOutOfReach || account === null) return 'no';
  if (found?.account !== account) return 'unknown';
  return found.isKept ? 'yes' : 'no';
}

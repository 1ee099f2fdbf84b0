import { useEffect, useEffectEvent } from 'react';
import type { LiveTopic } from '@domain/live-topics.ts';
import { addLiveHearer } from './live-connection.ts';

/**
 * Calls `onChange` when something of these topics changed, or may have: after the line was cut, and when
 * the page comes back into sight. Where the host tells nothing, it is never called: whoever needs to know
 * asks now and then as well.
 */
export function useLive(topics: readonly LiveTopic[], onChange: () => void): void {
  const tell = useEffectEvent(onChange);
  const wanted = topics.join(' ');
  useEffect(
    () => addLiveHearer({ topics: wanted.split(' ') as LiveTopic[], onChange: () => tell() }),
    [wanted],
  );
}

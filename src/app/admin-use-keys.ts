import { useEffect, useEffectEvent, useRef } from 'react';
import { navigate } from '@/lib/location.tsx';
import { areKeysOn, isTaken, meaningOf } from './admin-keys.ts';

/** How long `g` waits for its letter. */
const patienceMs = 1500;

/** Follows the keyboard's shortcuts while nothing is typed. `onOpen` opens the search or the list of shortcuts. */
export function useAdminKeys(onOpen: (what: 'search' | 'shortcuts') => void) {
  const pressedG = useRef(0);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event) || !areKeysOn()) return;
    const isAfterG = event.timeStamp - pressedG.current < patienceMs && pressedG.current > 0;
    pressedG.current = !isAfterG && event.key.toLowerCase() === 'g' ? event.timeStamp : 0;
    const meaning = meaningOf(event.key, isAfterG);
    if (meaning === null) return;
    event.preventDefault();
    if (typeof meaning === 'string') onOpen(meaning);
    else navigate(meaning.to);
  });
  useEffect(() => {
    const follow = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
}

import { useEffect, useRef, useState } from 'react';
import { navigate } from '@/lib/location.tsx';

type Answers = { leave: () => void; stay: () => void };

const nothing = () => {};

/** Then everything that was typed is kept. */
let reloadsItself = false;
if (typeof window !== 'undefined') {
  window.addEventListener('app-reloads', () => (reloadsItself = true));
}

/** Asks before unsaved changes are left behind, by a link, by going back, or by closing the page. */
export function useLeaveQuestion(isChanged: boolean) {
  const [question, setQuestion] = useState<Answers | null>(null);
  const hasChanged = useRef(isChanged);

  useEffect(() => {
    hasChanged.current = isChanged;
    if (!isChanged) return;
    const stops = [
      on(window, 'beforeunload', (event) => {
        if (!reloadsItself) event.preventDefault();
      }),
      on(document, 'click', (event) => {
        const address = leavingAddress(event as MouseEvent);
        if (address === null) return;
        event.preventDefault();
        event.stopPropagation();
        setQuestion({ leave: () => navigate(address), stay: nothing });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [isChanged]);

  useSecondStep(isChanged, (again) => {
    if (!hasChanged.current) again.leave();
    else setQuestion(again);
  });

  return {
    isAsked: question !== null,
    answer: (choice: keyof Answers) => {
      setQuestion(null);
      question?.[choice]();
    },
  };
}

/**
 * Nothing can keep a browser from going back. So the first change adds a second step at the same address:
 * going back takes that one, the screen stands as it was, and there is time to ask.
 */
function useSecondStep(isWanted: boolean, onBack: (answers: Answers) => void) {
  const wasAdded = useRef(false);
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });

  useEffect(() => {
    if (!isWanted || wasAdded.current) return;
    wasAdded.current = true;
    navigate(location.pathname + location.search);
  }, [isWanted]);

  useEffect(() => {
    const { pathname } = location;
    const first = keyOf(history.state);
    return on(window, 'popstate', (event) => {
      const isBack = wasAdded.current && keyOf((event as PopStateEvent).state) === first;
      if (!isBack || location.pathname !== pathname) return;
      latest.current({ leave: () => history.go(-1), stay: () => history.go(1) });
    });
  }, []);
}

/** Heard before React hears of it, where there is a before. */
function on(target: EventTarget, name: string, listener: (event: Event) => void) {
  target.addEventListener(name, listener, { capture: true });
  return () => target.removeEventListener(name, listener, { capture: true });
}

/** Where a click would lead away to within the app; null for every other click. */
function leavingAddress(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link || link.target === '_blank') return null;
  const { origin, pathname, search } = new URL(link.href, location.href);
  return origin === location.origin && pathname !== location.pathname ? pathname + search : null;
}

/** The router gives every step of a visit a key. */
const keyOf = (state: unknown) => (state as { key?: string } | null)?.key;

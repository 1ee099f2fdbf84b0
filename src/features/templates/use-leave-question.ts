import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

type Leave = () => void;

/** Asks before unsaved changes are left behind, by a link, by going back, or by closing the page. */
export function useLeaveQuestion(isChanged: boolean) {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<Leave | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isChanged) return;
    const ask = (next: Leave) => setLeave(() => next);
    const stops = [
      on(window, 'beforeunload', (event) => event.preventDefault()),
      on(document, 'click', (event) => {
        const address = leavingAddress(event as MouseEvent);
        if (address === null) return;
        event.preventDefault();
        event.stopPropagation();
        ask(() => void navigate(address));
      }),
      on(window, 'popstate', undoneSteps(ask, isLeaving)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [isChanged, navigate]);

  return {
    isAsked: leave !== null,
    stay: () => setLeave(null),
    leave: () => {
      isLeaving.current = true;
      leave?.();
    },
  };
}

/** Heard before the router hears of it. */
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

/**
 * The browser has gone back or forward already when it says so: this takes the step back, unseen by the
 * router, and takes it again once the answer is to leave.
 */
function undoneSteps(ask: (next: Leave) => void, isLeaving: { current: boolean }) {
  const here = stepOf(history.state);
  let isReturning = false;
  return (event: Event) => {
    if (isLeaving.current) return;
    const steps = stepOf((event as PopStateEvent).state) - here;
    if (!isReturning && !steps) return;
    event.stopImmediatePropagation();
    if (isReturning) {
      isReturning = false;
      return;
    }
    isReturning = true;
    history.go(-steps);
    ask(() => history.go(steps));
  };
}

/** The router numbers the pages of a visit. */
const stepOf = (state: unknown): number => Number((state as { idx?: number } | null)?.idx);

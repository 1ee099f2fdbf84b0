import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Lets the browser's Back close what lies over a screen, instead of leaving the screen. What is open is a step of the
 * history, which goes when it is closed in another way.
 */
export function useBackCloses(isOpen: boolean, close: () => void) {
  const step = useRef<string | null>(null);
  useEffect(() => {
    if (isOpen && step.current === null) {
      step.current = Math.random().toString(36).slice(2);
      const under = history.state as object | null;
      history.pushState({ ...under, key: step.current, isOver: true }, '');
    } else if (!isOpen && step.current !== null) {
      if (isAt(step.current)) history.back();
      step.current = null;
    }
  }, [isOpen]);
  const closeAfterBack = useEffectEvent(() => {
    if (step.current === null || isAt(step.current)) return;
    step.current = null;
    close();
  });
  useEffect(() => {
    const onPopState = () => closeAfterBack();
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
}

const isAt = (step: string) => (history.state as { key?: string } | null)?.key === step;

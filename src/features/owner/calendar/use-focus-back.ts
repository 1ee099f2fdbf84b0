import { useEffect, useLayoutEffect, useRef } from 'react';

/** The heading that says which days are shown. */
export const shownDaysId = 'shown-days';

/**
 * Gives the focus back to what opened a dialog, however many followed one another in its place; or to the days
 * that are shown, when that has moved elsewhere.
 */
export function useFocusBack(isOpen: boolean) {
  const opener = useRef<Element>(null);
  // Before the dialog takes the focus, which it does once everything is in place.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  // After the dialog has let it go.
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const from = opener.current;
      const isLeft = from instanceof HTMLElement && from !== document.body && from.isConnected;
      const target = isLeft ? from : document.getElementById(shownDaysId);
      target?.focus({ preventScroll: true });
    };
  }, [isOpen]);
}

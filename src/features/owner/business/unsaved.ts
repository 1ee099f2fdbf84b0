import { createContext, useContext, useEffect } from 'react';

/** Counts the forms of the screen with changes that are not in the draft yet. */
export const UnsavedContext = createContext<(more: 1 | -1) => void>(() => undefined);

/** Tells the bar that publishes whether this form has such changes. */
export function useTellUnsaved(isChanged: boolean) {
  const count = useContext(UnsavedContext);
  useEffect(() => {
    if (!isChanged) return undefined;
    count(1);
    return () => count(-1);
  }, [isChanged, count]);
}

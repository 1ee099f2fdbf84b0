import { useSyncExternalStore } from 'react';

const nothingToHear = () => () => {};

/**
 * False while a prerendered page is being taken over, and in it: until then nobody hears what is typed or
 * pressed. A form must not be sent by the browser itself, which would write a password into the address.
 */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    nothingToHear,
    () => true,
    () => false,
  );

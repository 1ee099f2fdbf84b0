import { adminPaths } from '@/config/admin-paths.ts';
import { areas } from './admin-areas.ts';

export type KeyMeaning = 'search' | 'shortcuts' | { to: string };

/** What a key means; `isAfterG` says whether `g` was pressed before it. Null without a meaning. */
export function meaningOf(key: string, isAfterG: boolean): KeyMeaning | null {
  if (isAfterG) {
    const area = areas.find(({ letter }) => letter === key.toLowerCase());
    return area ? { to: area.to } : null;
  }
  if (key === '/') return 'search';
  if (key === '?') return 'shortcuts';
  return key.toLowerCase() === 'n' ? { to: adminPaths.newBooking } : null;
}

const typed = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Whether a key press types a text, is a command of the browser, or belongs to an open dialog. */
export function isTaken(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  const isTyped = target instanceof Element && target.closest(typed) !== null;
  const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
  const isOver = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
  return event.defaultPrevented || isTyped || isCommand || isOver;
}

const storageKey = 'owner-shortcuts-off';

/** Single letters can be in the way of speech input, so they can be switched off. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) === null;
  } catch {
    return true;
  }
}

export function switchKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, '1');
  } catch {
    // Without storage the choice holds for this page only, and the keys stay on.
  }
}

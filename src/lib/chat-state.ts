import { useSyncExternalStore } from 'react';
import { paths } from '@/config/paths.ts';
import { matchPath } from './match-path.ts';

/** Whether the chat is open, for whatever opens it; its code may load later. */
type ChatState = { isOpen: boolean; giveFocusBack?: () => void };

let state: ChatState = { isOpen: false };
const listeners = new Set<() => void>();

function setState(next: ChatState) {
  state = next;
  for (const listener of listeners) listener();
}

/** `giveFocusBack` focuses what opened the chat; the chat's own button when left out. */
export const openChat = (giveFocusBack?: () => void) =>
  setState({ isOpen: true, ...(giveFocusBack && { giveFocusBack }) });

/** Keeps `giveFocusBack`, which closing needs. */
export const closeChat = () => setState({ ...state, isOpen: false });

export const useChatState = (): ChatState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => closed,
  );

const closed: ChatState = { isOpen: false };

const withoutButton = [paths.schedule, paths.checkout, paths.bookingConfirmation];

/** Whether the chat has no button of its own on this screen, but an entry in the menu: a booking needs the space. */
export const isChatInMenu = (pathname: string): boolean =>
  withoutButton.some((path) => matchPath(path, pathname) !== null);

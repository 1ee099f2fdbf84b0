import { useEffect, useRef, useState, type ComponentType } from 'react';
import { afterPaint } from '@/lib/after-paint.ts';
import { closeChat, isChatInMenu, openChat, useChatState } from '@/lib/chat-state.ts';
import { loadFile } from '@/lib/late.ts';
import { useLocation } from '@/lib/location.tsx';
import { toastFailure } from '@/lib/toast.ts';
import { useClearance } from '../use-clearance.ts';
import type { ChatWindowProps } from './chat-window.tsx';
import { MenuEntry } from './menu-entry.tsx';
import './chat.css';

/**
 * The assistant, with its button in the corner of each page but those where the menu has it. Its window is fetched when it is first wanted, and is
 * kept from then on, with all that was said in it.
 */
export default function Chat() {
  const { isOpen, giveFocusBack } = useChatState();
  const { pathname } = useLocation();
  const [Window, setWindow] = useState<ComponentType<ChatWindowProps> | null>(null);
  const corner = useClearance<HTMLDivElement>();
  const launcher = useRef<HTMLButtonElement>(null);

  // On screens without a chat it doesn't wait to open again.
  useEffect(() => closeChat, []);
  useEffect(() => {
    if (wanted.take()) openChat();
  }, []);
  useEffect(() => {
    if (!isOpen || Window) return;
    let isCurrent = true;
    wanted.keep();
    afterPaint(() => {
      void loadFile(() => import('./chat-window.tsx')).then(
        (loaded) => {
          wanted.take();
          if (isCurrent) setWindow(() => loaded.ChatWindow);
        },
        () => {
          wanted.take();
          closeChat();
          toastFailure(
            'The assistant could not be loaded',
            'Please check your connection and try again.',
          );
        },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [isOpen, Window]);

  return (
    <>
      {isChatInMenu(pathname) ? (
        <MenuEntry />
      ) : (
        <div ref={corner} className={`chat-corner ${isOpen && Window ? 'chat-corner-away' : ''}`}>
          <button
            ref={launcher}
            type="button"
            className="chat-launcher"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-busy={(isOpen && !Window) || undefined}
            onClick={() => openChat()}
          >
            <SpeechMark />
            <span className="max-sm:sr-only">Chat with us</span>
          </button>
        </div>
      )}
      {Window && (
        <Window
          isOpen={isOpen}
          onClose={closeChat}
          giveFocusBack={giveFocusBack ?? (() => launcher.current?.focus())}
        />
      )}
    </>
  );
}

const wantedKey = 'chat-wanted';

/** That somebody waits for the window, over a reload for its file. */
const wanted = {
  keep: () => {
    try {
      sessionStorage.setItem(wantedKey, 'yes');
    } catch {
      // Without storage the page doesn't reload itself.
    }
  },
  take: (): boolean => {
    try {
      const isKept = sessionStorage.getItem(wantedKey) !== null;
      sessionStorage.removeItem(wantedKey);
      return isKept;
    } catch {
      return false;
    }
  },
};

function SpeechMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 flex-none" aria-hidden="true">
      <path
        d="M3 4.5H21V17H11L6 21V17H3Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
      <path
        d="M12 6.5C12.3 9.3 13.2 10.3 16 10.75C13.2 11.2 12.3 12.2 12 15C11.7 12.2 10.8 11.2 8 10.75C10.8 10.3 11.7 9.3 12 6.5Z"
        className="fill-citrine"
      />
    </svg>
  );
}

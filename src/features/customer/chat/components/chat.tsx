import { useEffect, useRef, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { afterPaint } from '@/lib/after-paint.ts';
import { closeChat, isChatInMenu, openChat, useChatState } from '@/lib/chat-state.ts';
import { loadFile } from '@/lib/late.ts';
import { useLocation } from '@/lib/location.tsx';
import { linesOutside } from '@/lib/text-lines.ts';
import { toastFailure } from '@/lib/toast.ts';
import { clearance } from '../clearance.ts';
import type { ChatWindowProps } from './chat-window.tsx';
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

/** The chat's entry in the header's menu, which has loaded long before the chat. */
function MenuEntry() {
  const menu = document.querySelector('#main-menu ul');
  if (!menu) return null;
  return createPortal(
    <li>
      <button
        type="button"
        className="nav-link"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => open(currentTarget)}
      >
        Chat with us
      </button>
    </li>,
    menu,
  );
}

/** A folded menu closes, and takes the focus back: the entry in it cannot. */
function open(entry: HTMLElement) {
  const toggle = document.querySelector<HTMLElement>('[aria-controls="main-menu"]');
  if (toggle?.ariaExpanded === 'true') toggle.click();
  openChat(() => (toggle?.checkVisibility() ? toggle : entry).focus());
}

/** What may never lie under the launcher, however high. Reviews pass by, so all of their strip counts. */
const whole = 'input, select, textarea, [data-keep-clear], .review-strip';

/** What is pressed. Of what is higher than `tall` (pixels), a photo for one, enough is left beside the launcher. */
const pressed = 'a[href], button, summary, iframe, label:has([type=radio], [type=checkbox])';
const tall = 128;

/** Keeps what it is given clear of words and controls, however the page is scrolled, and out of sight where it cannot be. */
function useClearance<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => {
    let isDue = false;
    function place() {
      isDue = false;
      const element = ref.current;
      if (!element) return;
      const { left, right, height } = element.getBoundingClientRect();
      if (height === 0) return;
      const boxesOf = (selector: string) =>
        Array.from(document.querySelectorAll(selector))
          .filter((one) => !element.contains(one))
          .map((one) => one.getBoundingClientRect());
      const boxes = [
        ...boxesOf(whole),
        ...boxesOf(pressed).filter((box) => box.height <= tall),
        ...linesOutside(element),
      ];
      const bottom = clearance({ left, right, height }, boxes, window.innerHeight);
      element.toggleAttribute('data-crowded', bottom === null);
      // Written only when it differs: a write is a change, and changes are watched.
      const isHere = element.style.getPropertyValue('--clearance') === `${bottom}px`;
      if (bottom !== null && !isHere) element.style.setProperty('--clearance', `${bottom}px`);
    }
    // Measured in a frame, the page would be laid out twice for it.
    const placeSoon = () => {
      if (!isDue) afterPaint(place);
      isDue = true;
    };
    // What changes without being scrolled.
    const resizes = new ResizeObserver(placeSoon);
    resizes.observe(document.body);
    const changes = new MutationObserver(placeSoon);
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['hidden', 'open', 'class', 'style'],
    });
    // What moves is measured where it is; where it comes to rest is known at the end.
    const ends = ['animationend', 'transitionend'] as const;
    for (const end of ends) document.addEventListener(end, placeSoon);
    window.addEventListener('scroll', placeSoon, { passive: true });
    window.addEventListener('resize', placeSoon);
    return () => {
      resizes.disconnect();
      changes.disconnect();
      window.removeEventListener('scroll', placeSoon);
      window.removeEventListener('resize', placeSoon);
      for (const end of ends) document.removeEventListener(end, placeSoon);
    };
  }, []);
  return ref;
}

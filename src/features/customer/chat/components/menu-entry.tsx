import { createPortal } from 'react-dom';
import { openChat } from '@/lib/chat-state.ts';

/** The chat's entry in the header's menu, which has loaded long before the chat. */
export function MenuEntry() {
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

import { useEffect, useId, useRef } from 'react';
import { CloseIcon } from '@/components/ui/close-icon.tsx';
import { useConversation } from '../use-conversation.ts';
import { MessageForm } from './message-form.tsx';
import { MessageLog } from './message-log.tsx';
import { useBusiness } from '@/lib/business.ts';
import './chat-window.css';

export type ChatWindowProps = {
  isOpen: boolean;
  onClose: () => void;
  giveFocusBack: () => void;
};

/** The conversation. The page behind it stays usable, so it is no modal dialog. */
export function ChatWindow({ isOpen, onClose, giveFocusBack }: ChatWindowProps) {
  const { facts } = useBusiness();
  const { messages, isTyping, say } = useConversation();
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(false);
  const keepsFocus = useRef(true);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (isOpen) input.current?.focus();
    else if (keepsFocus.current) giveFocusBack();
    keepsFocus.current = true;
  }, [isOpen, giveFocusBack]);
  useCloseOnEscape(isOpen, onClose);

  function leaveForAnotherPage() {
    // Over a phone's screen the window would hide where the link leads; that page takes the focus.
    if (!window.matchMedia('(width < 40rem)').matches) return;
    keepsFocus.current = false;
    onClose();
  }

  return (
    <section
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      hidden={!isOpen}
      className="chat-window"
    >
      <div className="on-lacquer flex flex-none items-center justify-between gap-4 border-b-3 border-citrine bg-lacquer py-3 pr-3 pl-5">
        <div>
          <h2 id={titleId} className="text-lg font-semibold font-wide">
            Ask {facts.name.split(' ')[0]}
          </h2>
          <p className="text-sm text-mist">Automatic answers, day and night</p>
        </div>
        <CloseButton onClose={onClose} />
      </div>
      <MessageLog messages={messages} isTyping={isTyping} onLeave={leaveForAnotherPage} />
      {messages.length === 1 && (
        <Suggestions
          onChoose={(question) => {
            say(question);
            input.current?.focus();
          }}
        />
      )}
      <MessageForm ref={input} onSend={say} />
    </section>
  );
}

function useCloseOnEscape(isOpen: boolean, onClose: () => void) {
  useEffect(() => {
    if (!isOpen) return;
    function closeOnEscape(event: KeyboardEvent) {
      // A question above the window is answered first.
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen, onClose]);
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className="close-button" aria-label="Close chat" onClick={onClose}>
      <CloseIcon />
    </button>
  );
}

const questions = [
  'What are your prices?',
  'When are you open?',
  'Which areas do you serve?',
  'How do I pay?',
  'How do I cancel?',
];

/** What most people ask, for those who would rather not type. */
function Suggestions({ onChoose }: { onChoose: (question: string) => void }) {
  return (
    <ul aria-label="Common questions" className="chat-suggestions">
      {questions.map((question) => (
        <li key={question}>
          <button type="button" className="chat-suggestion" onClick={() => onChoose(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}

import {
  useEffect,
  useId,
  useRef,
  useState,
  type Ref,
  type SyntheticEvent,
  useLayoutEffect,
} from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button.tsx';
import { CloseIcon } from '@/components/ui/close-icon.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { inquiryState } from '@/entities/inquiry/inquiry-draft.ts';
import { useBusiness } from '@/lib/business.ts';
import { useConversation, type ChatMessage } from '../use-conversation.ts';
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

const longest = 300;

function MessageForm({
  ref,
  onSend,
}: {
  ref: Ref<HTMLInputElement>;
  onSend: (text: string) => void;
}) {
  const [text, setText] = useState('');
  function send(event: SyntheticEvent) {
    event.preventDefault();
    onSend(text);
    setText('');
  }
  return (
    <form className="flex flex-none gap-2 border-t border-hairline bg-ivory p-3" onSubmit={send}>
      <TextInput
        ref={ref}
        aria-label="Your message"
        placeholder="Type your question"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={longest}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="px-4">
        Send
      </Button>
    </form>
  );
}

type MessageLogProps = {
  messages: readonly ChatMessage[];
  isTyping: boolean;
  /** A link to another screen was followed. */
  onLeave: () => void;
};

/** What was said, the newest at the end and in view. New answers are read out as they come. */
function MessageLog({ messages, isTyping, onLeave }: MessageLogProps) {
  const log = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [messages, isTyping]);

  return (
    <div
      ref={log}
      role="log"
      aria-live="polite"
      aria-label="Conversation"
      tabIndex={0}
      className="chat-log"
    >
      {messages.map((message) => (
        <div key={message.id} className={`chat-message chat-message-${message.from}`}>
          <p className="whitespace-pre-line">
            <span className="sr-only">{message.from === 'visitor' ? 'You: ' : 'Answer: '}</span>
            {message.text}
          </p>
          {message.links.length > 0 && (
            <ul className="mt-1 flex flex-wrap gap-x-5">
              {message.links.map(({ label, href, message: inquiry }) => (
                <li key={href}>
                  {href.startsWith('/') ? (
                    <Link
                      to={href}
                      state={inquiry ? inquiryState({ message: inquiry }) : undefined}
                      className="contact-link font-semibold"
                      onClick={onLeave}
                    >
                      {label}
                    </Link>
                  ) : (
                    <a href={href} className="contact-link font-semibold">
                      {label}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {isTyping && <TypingMark />}
    </div>
  );
}

/** Only to be seen: read out, it would come between a question and its answer. */
function TypingMark() {
  return (
    <div
      aria-hidden="true"
      data-testid="typing"
      className="chat-message chat-message-assistant chat-typing"
    >
      <span />
      <span />
      <span />
    </div>
  );
}

import { useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { inquiryState } from '@/entities/inquiry/inquiry-draft.ts';
import type { ChatMessage } from '../use-conversation.ts';

type MessageLogProps = {
  messages: readonly ChatMessage[];
  isTyping: boolean;
  /** A link to another screen was followed. */
  onLeave: () => void;
};

/** What was said, the newest at the end and in view. New answers are read out as they come. */
export function MessageLog({ messages, isTyping, onLeave }: MessageLogProps) {
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

import { useEffect, useRef, useState } from 'react';
import { greeting, replyTo, type ChatReply } from '@domain/chat.ts';

const replyDelayMs = 500;

export type ChatMessage = ChatReply & { id: number; from: 'visitor' | 'assistant' };

const opening: ChatMessage = { ...greeting, id: 0, from: 'assistant' };

/** What was said so far. Each message is answered a moment later; a blank one is not a message. */
export function useConversation() {
  const [messages, setMessages] = useState([opening]);
  const [awaited, setAwaited] = useState(0);
  const timers = useRef(new Set<number>());

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => window.clearTimeout(timer));
  }, []);

  const add = (from: ChatMessage['from'], said: ChatReply) =>
    setMessages((before) => [...before, { ...said, id: before.length, from }]);

  function say(text: string) {
    const reply = replyTo(text);
    if (!reply) return;
    add('visitor', { text: text.trim(), links: [] });
    setAwaited((count) => count + 1);
    const timer = window.setTimeout(() => {
      timers.current.delete(timer);
      setAwaited((count) => count - 1);
      add('assistant', reply);
    }, replyDelayMs);
    timers.current.add(timer);
  }

  return { messages, isTyping: awaited > 0, say };
}

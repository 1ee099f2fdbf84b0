import { useEffect, useRef, useState } from 'react';
import { greeting, needsRules, replyTo, type ChatReply } from '@domain/chat/chat.ts';
import { defaultAnswers, ownReply } from '@domain/chat/own-answers.ts';
import type { OpeningRules } from '@domain/time/opening-rules.ts';
import { loadOpeningRules } from '@/entities/open-times/load-opening-rules.ts';
import { useBusiness } from '@/lib/business.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { answerFinder } from './find-answer.ts';

const find = answerFinder(defaultAnswers);

const replyDelayMs = 500;

/** A visitor who waits longer than this is better served by the answer that the rules cannot be loaded. */
const rulesTimeoutMs = 8000;

export type ChatMessage = ChatReply & { id: number; from: 'visitor' | 'assistant' };

/** What was said so far. Each message is answered a moment later, in turn; a blank one is not a message. */
export function useConversation() {
  const business = useBusiness();
  const [messages, setMessages] = useState<ChatMessage[]>(() => [
    { ...greeting({ business }), id: 0, from: 'assistant' },
  ]);
  const [awaited, setAwaited] = useState(0);
  const timers = useRef(new Set<number>());
  const lastReply = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => window.clearTimeout(timer));
  }, []);

  const add = (from: ChatMessage['from'], said: ChatReply) =>
    setMessages((before) => [...before, { ...said, id: before.length, from }]);

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = window.setTimeout(() => {
        timers.current.delete(timer);
        resolve();
      }, replyDelayMs);
      timers.current.add(timer);
    });

  function say(text: string) {
    if (text.trim() === '') return;
    add('visitor', { text: text.trim(), links: [] });
    setAwaited((count) => count + 1);
    const own = find(text);
    const asked = !own && needsRules(text) ? rulesOfNow() : null;
    lastReply.current = Promise.all([asked, pause(), lastReply.current]).then(([rulesNow]) => {
      setAwaited((count) => count - 1);
      const reply = own
        ? ownReply(own, business, text)
        : replyTo(text, { business, rules: rulesNow });
      if (reply) add('assistant', reply);
    });
  }

  return { messages, isTyping: awaited > 0, say };
}

/** The rules as they are now, or null when they cannot be loaded. */
async function rulesOfNow(): Promise<OpeningRules | null> {
  const stop = new AbortController();
  const timer = window.setTimeout(() => stop.abort(), rulesTimeoutMs);
  try {
    return await loadOpeningRules(stop.signal);
  } catch (error) {
    logFailure('The chat could not load the opening rules', error);
    return null;
  } finally {
    window.clearTimeout(timer);
  }
}

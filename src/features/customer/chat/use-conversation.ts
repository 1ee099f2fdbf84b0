import { useEffect, useRef, useState } from 'react';
import { greeting, needsRules, replyTo, type ChatReply } from '@domain/chat/chat.ts';
import { ownReply } from '@domain/chat/own-answers.ts';
import type { OpeningRules } from '@domain/time/opening-rules.ts';
import { loadOpeningRules } from '@/entities/open-times/load-opening-rules.ts';
import { useBusiness } from '@/lib/business.ts';
import { logFailure } from '@/lib/log-failure.ts';
import { answersIn } from '@/entities/website-text/answers-in.ts';
import { getWebsiteText } from '@/entities/website-text/get-website-text.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';
import { answerFinder, type FindAnswer } from './find-answer.ts';

const replyDelayMs = 500;

/** A visitor who waits longer than this is better served by an answer without what could not be loaded. */
const loadTimeoutMs = 8000;

export type ChatMessage = ChatReply & { id: number; from: 'visitor' | 'assistant' };

/** What was said so far. Each message is answered a moment later, in turn; a blank one is not a message. */
export function useConversation() {
  const business = useBusiness();
  const [messages, setMessages] = useState<ChatMessage[]>(() => [
    { ...greeting({ business }), id: 0, from: 'assistant' },
  ]);
  const [awaited, setAwaited] = useState(0);
  const timers = useRef(new Set<number>());
  const finder = useRef<Promise<FindAnswer | null> | null>(null);
  const lastReply = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    finder.current ??= ownFinder();
  }, []);

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
    const answer = answerTo(text);
    lastReply.current = Promise.all([answer, pause(), lastReply.current]).then(([reply]) => {
      setAwaited((count) => count - 1);
      if (reply) add('assistant', reply);
    });
  }

  async function answerTo(text: string): Promise<ChatReply | null> {
    const rules = needsRules(text) ? rulesOfNow() : null;
    const find = await (finder.current ??= ownFinder());
    if (!find) finder.current = null;
    const own = find?.(text);
    if (own) return ownReply(own, business, text);
    const reply = replyTo(text, { business, rules: await rules });
    // Without the owner's answers nobody knows whether one of them is about it.
    if (find && reply?.isUnanswered) keepQuestion(text);
    return reply;
  }

  return { messages, isTyping: awaited > 0, say };
}

/** For the owner. A visitor has no use of a failure. */
function keepQuestion(question: string) {
  rpc(guestRest(), 'keep_unanswered_question', { question: question.slice(0, 1000) }).catch(
    () => undefined,
  );
}

/** The rules as they are now, or null when they cannot be loaded. */
const rulesOfNow = (): Promise<OpeningRules | null> =>
  loaded('the opening rules', loadOpeningRules);

/** What finds the owner's answers; null when they cannot be loaded. */
const ownFinder = (): Promise<FindAnswer | null> =>
  loaded('the answers', async (signal) => {
    const { body } = await getWebsiteText(guestRest(), 'chat_answers', signal);
    return answerFinder(answersIn(body));
  });

async function loaded<Value>(
  what: string,
  load: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  const stop = new AbortController();
  const timer = window.setTimeout(() => stop.abort(), loadTimeoutMs);
  try {
    return await load(stop.signal);
  } catch (error) {
    logFailure(`The chat could not load ${what}`, error);
    return null;
  } finally {
    window.clearTimeout(timer);
  }
}

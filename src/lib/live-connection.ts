import type { LiveTopic } from '@domain/live-topics.ts';
import { appConfig } from '@/config/env.ts';
import { accessToken } from './access-token.ts';
import { backendUrl } from './backend-url.ts';
import { readLines } from './live-stream.ts';
import { currentSession, subscribeToSession } from './session.ts';

export type LiveHearer = { topics: readonly LiveTopic[]; onChange: () => void };

/** From one screen to the next the line is kept. */
const keptMs = 2_000;

const hearers = new Set<LiveHearer>();
let line: AbortController | null = null;
let closing: ReturnType<typeof setTimeout> | undefined;
let isWatching = false;
/** Whether anything may have happened unheard. */
let hasGap = false;

/** Hears about topics until what it answers is called. All hearers of the page share one line. */
export function addLiveHearer(hearer: LiveHearer): () => void {
  if (!appConfig.live) return () => undefined;
  hearers.add(hearer);
  clearTimeout(closing);
  watchPage();
  open();
  return () => {
    hearers.delete(hearer);
    if (hearers.size === 0) closing = setTimeout(close, keptMs);
  };
}

function open() {
  if (line || hearers.size === 0 || document.hidden) return;
  line = new AbortController();
  void stayOnLine(line.signal);
}

function close() {
  line?.abort();
  line = null;
  if (hearers.size === 0) hasGap = false;
}

function tell(isMeant: (hearer: LiveHearer) => boolean) {
  for (const hearer of [...hearers]) if (isMeant(hearer)) hearer.onChange();
}

function tellOfGap() {
  if (hasGap) tell(() => true);
  hasGap = false;
}

/** Reads until it is told to stop, and comes back whenever the line breaks. */
async function stayOnLine(signal: AbortSignal): Promise<void> {
  let failures = 0;
  const isOver = () => signal.aborted;
  while (!isOver()) {
    try {
      await readLines(await dial(signal), signal, {
        onOpen: () => {
          failures = 0;
          tellOfGap();
        },
        onData: (data) => {
          const said = data.split(' ');
          tell(({ topics }) => topics.some((topic) => said.includes(topic)));
        },
      });
    } catch {
      // Whoever came back to the page does not wait for a line to see what is new.
      if (failures === 0 && !isOver()) tellOfGap();
    }
    if (isOver()) return;
    hasGap = true;
    failures += 1;
    await pauseBefore(failures, signal);
  }
}

async function dial(signal: AbortSignal): Promise<Response> {
  const token = await accessToken();
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (token) headers['authorization'] = `Bearer ${token}`;
  return await fetch(backendUrl('/live/v1/changes'), { headers, signal, cache: 'no-store' });
}

/** Out of sight nobody reads, and somebody else hears other topics. */
function watchPage() {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) open();
    else if (line) {
      close();
      hasGap = true;
    }
  });
  let who = whoIsHere();
  subscribeToSession(() => {
    const next = whoIsHere();
    if (next === who) return;
    who = next;
    if (!line) return;
    close();
    open();
  });
}

function whoIsHere(): string {
  const session = currentSession();
  return session.status === 'signed-in' ? `${session.user.id} ${session.isAdmin}` : session.status;
}

const shortestMs = 1_000;
const longestMs = 60_000;

/**
 * Waits before the next attempt: longer after each failure, and by chance, so that not every page comes
 * at once when a server is back. Ends early when it is called off, or the network returns.
 */
function pauseBefore(attempt: number, signal: AbortSignal): Promise<void> {
  const most = Math.min(shortestMs * 2 ** (attempt - 1), longestMs);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, most * (0.5 + Math.random() / 2));
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

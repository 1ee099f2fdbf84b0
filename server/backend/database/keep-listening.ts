import { Client } from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

export type Listener = {
  onNotice: (payload: string) => void;
  /** The connection was lost for a while: notifications may be missing. */
  onGap: () => void;
};

const firstPauseMs = 250;
const longestPauseMs = 10_000;
const pulseMs = 30_000;
const answerLimitMs = 10_000;

/**
 * Listens on its own connection and reconnects whenever it breaks. Resolves after the first attempt, successful or
 * not; the returned function stops it.
 * Its session holds the lock that tells other programs of a running server.
 */
export async function keepListening(
  connectionString: string,
  channel: string,
  { onNotice, onGap }: Listener,
): Promise<() => Promise<void>> {
  let client: Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = firstPauseMs;
  let isStopped = false;
  let isFirst = true;

  async function connect() {
    const next = new Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: answerLimitMs,
      query_timeout: answerLimitMs,
    });
    client = next;
    // The connection's end event reports the failure as well.
    next.on('error', () => undefined);
    next.on('notification', ({ payload }) => onNotice(payload ?? ''));
    try {
      await next.connect();
      await next.query('select pg_try_advisory_lock_shared($1)', [advisoryLocks.serving]);
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch {
      void next.end().catch(() => undefined);
      connectLater();
      return;
    }
    next.once('end', connectLater);
    pauseMs = firstPauseMs;
    if (!isFirst) onGap();
    isFirst = false;
  }

  function connectLater() {
    if (isStopped) return;
    isFirst = false;
    retry = setTimeout(() => void connect(), pauseMs);
    retry.unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  // A dead connection that was never closed does not answer, and is closed here.
  const pulse = setInterval(() => {
    const asked = client;
    asked?.query('select 1').catch(() => asked.end().catch(() => undefined));
  }, pulseMs);
  pulse.unref();

  await connect();
  return async () => {
    isStopped = true;
    clearInterval(pulse);
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}

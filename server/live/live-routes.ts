import { Hono } from 'hono';
import {
  crewTopics,
  isLiveTopic,
  liveTopics,
  publicTopics,
  type LiveTopic,
} from '../../domain/live-topics.ts';
import type { Database } from '../backend/database/database.ts';
import { asRequest } from '../backend/database/request-transaction.ts';
import { identify, type Identity } from '../backend/identity.ts';
import type { Keys } from '../backend/keys.ts';
import { createHub } from './live-hub.ts';
import { liveStreams, type LiveLimits } from './live-streams.ts';

export type Live = {
  routes: Hono;
  /** Notifies this host itself of every topic. */
  hear: (tell: (topics: LiveTopic[]) => void) => void;
  /** Ends the open streams and opens no more: nothing else would end them. */
  hangUp: () => void;
  close: () => Promise<void>;
};

type LiveOptions = {
  database: Database;
  keys: Keys;
  clientAddress: (request: Request) => string;
  now: () => Date;
  limits?: LiveLimits;
};

/** For each replica; a visitor has one for each visible tab. */
const usualLimits: LiveLimits = { perAddress: 30, inTotal: 2_000 };
/** After this time a visitor without a token reconnects. */
const longestMs = 30 * 60_000;

/** `GET /changes`: a stream of topic names as server-sent events. */
export async function openLive(options: LiveOptions): Promise<Live> {
  const { database, keys, clientAddress, now, limits = usualLimits } = options;
  const hub = createHub();
  const streams = liveStreams(hub, limits, () => now().getTime());
  let hasHungUp = false;
  const stopListening = await database.listen('live', {
    onNotice: (topic) => {
      if (isLiveTopic(topic)) hub.publish(topic);
      else if (topic === 'rights') streams.endOfSignedIn();
    },
    onGap: () => {
      hub.publish(...liveTopics);
      streams.endOfSignedIn();
    },
  });

  const routes = new Hono();
  routes.get('/changes', async ({ req }) => {
    const found = await identify(req.raw, keys, now());
    if (!found.ok) return refused(401, 'invalid_token', found.message);
    const topics = await topicsFor(database, found.identity);
    const address = clientAddress(req.raw);
    const refusal = hasHungUp ? 'total' : streams.refusal(address);
    if (refusal === 'address') return refused(429, 'too_many_streams', 'Too many open streams');
    if (refusal) return refused(503, 'no_stream_to_be_had', 'No more streams available');
    return new Response(
      streams.open({
        topics: new Set(topics),
        address,
        isSignedIn: found.identity.role === 'authenticated',
        endsAt: endOf(found.identity, now()),
      }),
      { headers: streamHeaders },
    );
  });
  routes.all('*', () => refused(404, 'not_found', 'There is nothing here'));

  const hangUp = () => {
    hasHungUp = true;
    streams.endAll();
    hub.stop();
  };
  return {
    routes,
    hear: (tell) => hub.add({ topics: new Set(liveTopics), tell }),
    hangUp,
    close: async () => {
      hangUp();
      await stopListening();
    },
  };
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // For proxies that would buffer it.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, so a stopping server need not wait for it.
  connection: 'close',
};

async function topicsFor(database: Database, identity: Identity): Promise<readonly LiveTopic[]> {
  if (identity.role !== 'authenticated') return publicTopics;
  const context = { identity, headers: {}, method: 'GET', path: '/live/v1/changes', writes: false };
  const { is_admin: isAdmin, crew } = await asRequest(database, context, async (client) => {
    const { rows } = await client.query<{ is_admin: boolean; crew: number | null }>(
      'select public.is_admin() as is_admin, public.my_crew() as crew',
    );
    return rows[0] ?? { is_admin: false, crew: null };
  });
  if (isAdmin) return liveTopics;
  return crew === null ? publicTopics : crewTopics;
}

/** The stream ends when its token expires; the client reconnects with the next one. */
function endOf({ role, claims }: Identity, now: Date): number {
  const longest = now.getTime() + longestMs;
  return role === 'authenticated' ? Math.min((claims.exp ?? 0) * 1000, longest) : longest;
}

const refused = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status, headers: { 'retry-after': '30' } });

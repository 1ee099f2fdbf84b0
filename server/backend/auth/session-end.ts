import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import type { Session } from './tokens.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a session may last without a refresh. An open page refreshes about once an hour. */
const idleMs = { administrator: 12 * hourMs, other: 30 * dayMs };

/** How long a session lasts at most, however often it is refreshed. */
const longestMs = 90 * dayMs;

type Times = { seen_at: string | Date; created_at: string | Date; administrator: boolean };

/** Why the session has ended; null while it is live. */
export async function whyOver(
  auth: Auth,
  client: PoolClient,
  { id }: Session,
): Promise<'idle' | 'old' | null> {
  const { rows } = await client.query<Times>(
    `select coalesce(refreshed_at, created_at) as seen_at, created_at,
       exists (select from public.admins where admins.user_id = sessions.user_id) as administrator
     from auth.sessions where id = $1`,
    [id],
  );
  const [session] = rows;
  if (!session) return 'idle';
  const since = (time: string | Date) => auth.now().getTime() - new Date(time).getTime();
  if (since(session.created_at) > longestMs) return 'old';
  const limit = session.administrator ? idleMs.administrator : idleMs.other;
  return since(session.seen_at) > limit ? 'idle' : null;
}

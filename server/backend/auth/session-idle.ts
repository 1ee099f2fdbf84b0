import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import type { Session } from './tokens.ts';

const hourMs = 3_600_000;

/** How long a session may go without a refresh. An open page refreshes about once an hour. */
const idleMs = { administrator: 12 * hourMs, other: 30 * 24 * hourMs };

/** Whether the session has been idle for too long. */
export async function isIdle(auth: Auth, client: PoolClient, { id }: Session): Promise<boolean> {
  const { rows } = await client.query<{ seen_at: string | Date; administrator: boolean }>(
    `select coalesce(refreshed_at, created_at) as seen_at,
       exists (select from public.admins where admins.user_id = sessions.user_id) as administrator
     from auth.sessions where id = $1`,
    [id],
  );
  const [session] = rows;
  if (!session) return true;
  const limit = session.administrator ? idleMs.administrator : idleMs.other;
  return auth.now().getTime() - new Date(session.seen_at).getTime() > limit;
}

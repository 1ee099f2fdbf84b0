import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import { invalidInput } from './errors.ts';
import { endSessions, type LogoutScope, requireSession } from './sessions.ts';
import { inTransaction } from '../database/transaction.ts';

const scopes: readonly string[] = ['global', 'local', 'others'] satisfies LogoutScope[];
const isScope = (text: string): text is LogoutScope => scopes.includes(text);

/** POST /logout: ends this session, all others, or (the default) every session of the person. */
export const logOut = (auth: Auth) => async (c: Context) => {
  const { session } = await requireSession(auth, c);
  const scope = c.req.query('scope') ?? 'global';
  if (!isScope(scope)) throw invalidInput('Unsupported logout scope');
  await inTransaction(auth.database, (client) => endSessions(client, session, scope));
  return c.body(null, 204);
};

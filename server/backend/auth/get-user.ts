import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import { requireSession } from './sessions.ts';
import { userResponse } from './users.ts';

/** GET /user: the signed-in person, from the database. */
export const getUser = (auth: Auth) => async (c: Context) => {
  const { user } = await requireSession(auth, c);
  return c.json(userResponse(user));
};

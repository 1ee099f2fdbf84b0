import type { VerifiedUser } from '../supabase/functions/_shared/http/deps.ts';
import { CodedError } from '../supabase/functions/_shared/http/errors.ts';
import type { Database } from './backend/database/database.ts';
import { askAsRequest } from './backend/database/request-transaction.ts';
import { identify } from './backend/identity.ts';
import type { Keys } from './backend/keys.ts';

/**
 * The signed-in person of a request; null for a guest and for an invalid token. Functions write, so the session
 * must be live: throws `session_ended`.
 */
export const verifyUserWith =
  (keys: Keys, database: Pick<Database, 'pool'>, requestId?: string) =>
  async (request: Request): Promise<VerifiedUser | null> => {
    const known = await identify(request, keys);
    if (!known.ok || known.identity.role !== 'authenticated') return null;
    const { identity } = known;
    const { sub, email } = identity.claims;
    if (!sub) return null;
    const path = new URL(request.url).pathname;
    try {
      const { method } = request;
      const context = { requestId, identity, headers: {}, method, path, writes: true };
      await askAsRequest(database, context, nothing);
    } catch (error) {
      if (isEnded(error)) throw new CodedError('session_ended');
      throw error;
    }
    return { id: sub, email: typeof email === 'string' && email ? email : null };
  };

// The session is checked before it.
const nothing = { statement: { text: 'select' }, finish: () => undefined, mayRefuse: false };

const isEnded = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'PT401';

import type { VerifiedUser } from '../supabase/functions/_shared/deps.ts';
import { identify } from './backend/identity.ts';
import type { Keys } from './backend/keys.ts';

/** The signed-in person behind a request; null for a guest and for a token that does not verify. */
export const verifyUserWith =
  (keys: Keys) =>
  async (request: Request): Promise<VerifiedUser | null> => {
    const known = await identify(request, keys);
    if (!known.ok || known.identity.role !== 'authenticated') return null;
    const { sub, email } = known.identity.claims;
    return sub ? { id: sub, email: typeof email === 'string' && email ? email : null } : null;
  };

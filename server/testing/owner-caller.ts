import { SignJWT } from 'jose';
import type { Database } from '../backend/database/database.ts';
import { keysFrom } from '../backend/keys.ts';
import { functionRoutes } from '../functions.ts';
import { verifyUserWith } from '../verify-user.ts';
import type { FunctionHost } from './function-host.ts';

/** Makes boss@example.com an administrator. Answers a function that calls server functions with their token. */
export async function signInOwner(host: FunctionHost, database: Database) {
  const keys = await keysFrom('a secret of at least thirty-two bytes for tests');
  host.deps.verifyUser = verifyUserWith(keys, database);
  const { rows } = await database.pool.query<{ id: string }>(
    `with boss as (insert into auth.users (email, email_confirmed_at) values ('boss@example.com', now()) returning id)
     insert into public.admins (user_id) select id from boss returning user_id as id`,
  );
  const token = await new SignJWT({
    sub: rows[0]?.id ?? '',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(keys.secret);
  return async (name: string, body: object) => {
    const response = await functionRoutes(host.deps).request(`/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

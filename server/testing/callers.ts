import { SignJWT } from 'jose';
import type { Database } from '../backend/database/database.ts';
import { keysFrom } from '../backend/keys.ts';
import { keptSecret } from '../secrets.ts';

/**
 * Callers of server functions, including those with an invalid token. `owner` made the booking in question,
 * `stranger` has another account and the booking's id; `member` works for the crew of every visit; `unproven` is an administrator who has not proved the
 * second factor, `proven` one who has, and `signed out` one whose session ended.
 */
export const callers = [
  'nobody',
  'guest',
  'owner',
  'stranger',
  'info',
  'member',
  'unproven',
  'administrator',
  'proven',
  'signed out',
  'garbage',
  'unsigned',
  'expired',
  'forged',
  'forged service',
  'superuser',
  'service',
] as const;

export type Caller = (typeof callers)[number];

/** The accounts of a host by caller, and each caller's authorization header. */
export async function callersOf(database: Database) {
  const keys = await keysFrom(await keptSecret(database, 'token_secret'));
  const stranger = new TextEncoder().encode('another secret of at least 32 bytes');
  const account = (name: string, admin = false) => signUp(database, `${name}@example.com`, admin);
  const owner = await account('owner');
  const other = await account('stranger');
  const boss = await account('boss', true);
  const careful = await account('careful', true);
  const info = await infoAccount(database);
  const member = await account('member');
  await database.pool.query('insert into public.crew_members (user_id, crew) values ($1, 1)', [
    member.id,
  ]);
  await database.pool.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
    [careful.id],
  );
  const sign = (claims: object, secret = keys.secret, expires: string | number = '1h') =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(expires)
      .sign(secret);
  const session = ({ id, email }: Account, aal = 'aal1', secondsAgo = 0) => ({
    sub: id,
    aud: 'authenticated',
    email,
    role: 'authenticated',
    aal,
    amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) - secondsAgo }],
  });
  const tokens: Record<Caller, string | null> = {
    nobody: null,
    guest: keys.anonKey,
    owner: await sign(session(owner)),
    stranger: await sign(session(other)),
    info: await sign(session(info)),
    member: await sign(session(member)),
    unproven: await sign(session(careful)),
    administrator: await sign(session(boss)),
    proven: await sign(session(careful, 'aal2')),
    'signed out': await sign({ ...session(boss), session_id: other.id }),
    garbage: 'abc',
    unsigned: unsigned({ ...session(boss), exp: 4_000_000_000 }),
    expired: await sign(session(boss), keys.secret, 1_000_000_000),
    forged: await sign(session(boss), stranger),
    'forged service': await sign({ role: 'service_role' }, stranger),
    superuser: await sign({ role: 'postgres' }),
    service: keys.serviceKey,
  };
  const ids: Partial<Record<Caller, string>> = {
    owner: owner.id,
    stranger: other.id,
    info: info.id,
    member: member.id,
    unproven: careful.id,
    administrator: boss.id,
    proven: careful.id,
    'signed out': boss.id,
  };
  /** An administrator's token whose proof is too old. */
  const stale = await sign(session(careful, 'aal2', 301));
  return { tokens, ids, stale };
}

type Account = { id: string; email: string };

async function signUp({ pool }: Database, email: string, admin: boolean): Promise<Account> {
  const { rows } = await pool.query<Account>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id, email',
    [email],
  );
  const [person] = rows;
  if (!person) throw new Error(`${email} could not sign up`);
  if (admin) await pool.query('insert into public.admins (user_id) values ($1)', [person.id]);
  return person;
}

// The host's first administrator has the info address; here another person has it.
async function infoAccount(database: Database): Promise<Account> {
  await database.pool.query(`select public.set_info_email('reviewer@example.com')`);
  return await signUp(database, 'reviewer@example.com', false);
}

const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

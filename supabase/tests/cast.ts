import type { Pool, QueryResult } from 'pg';
import type { Identity } from '../../server/backend/identity.ts';
import { requireContract } from './contracts.ts';
import { asRequest } from '../../server/backend/database/request-transaction.ts';

/** The sender of a request. */
export type Person = { identity: Identity; headers: Record<string, string> };

export const anon: Person = { identity: { role: 'anon', claims: { role: 'anon' } }, headers: {} };

export const service: Person = {
  identity: { role: 'service_role', claims: { role: 'service_role' } },
  headers: {},
};

/** A visitor without an account who names a booking. */
export const holderOf = (bookingId: string): Person => ({
  ...anon,
  headers: { 'x-booking-id': bookingId },
});

/** Creates an account; returns its id and its signed-in person. */
export async function signUp(
  pool: Pool,
  email: string,
  { confirmed = true, admin = false } = {},
): Promise<{ id: string; person: Person }> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at) values ($1, case when $2 then now() end) returning id`,
    [email, confirmed],
  );
  const id = rows[0]?.id ?? '';
  if (admin) await pool.query('insert into public.admins (user_id) values ($1)', [id]);
  // However long the tests run, an administrator's proof stays fresh.
  const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) + 3600 }];
  const claims = { sub: id, email, role: 'authenticated', ...(admin && { amr }) };
  return { id, person: { identity: { role: 'authenticated', claims }, headers: {} } };
}

/** The same person with a token that says when and how they signed in. */
export function justProved(
  person: Person,
  { secondsAgo = 0, aal = 'aal1', method = 'password' } = {},
): Person {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  const claims = { ...person.identity.claims, aal, amr: [{ method, timestamp }] };
  return { ...person, identity: { ...person.identity, claims } };
}

type Row = Record<string, unknown>;

// Selects the whole answer of one function.
const oneCall = /^select public\.(\w+)\([^()]*\)(?: as \w+)?$/;

/** Runs one statement as a request of its own. A function's answer is compared with its contract. */
export async function ask(pool: Pool, who: Person, sql: string, values: unknown[] = []) {
  const answer = await asRequest<QueryResult<Row>>(
    { pool },
    { identity: who.identity, headers: who.headers, method: 'POST', path: '/', writes: false },
    (client) => client.query<Row>(sql, values),
  );
  const [, name] = oneCall.exec(sql) ?? [];
  if (name) requireContract(name, Object.values(answer.rows[0] ?? {})[0]);
  return answer;
}

class Undone extends Error {}

// PostgreSQL 18 has two codes where earlier versions have one for a violated foreign key.
const violationOf = (code: string) => (code === '23001' ? '23503' : code);

/**
 * Runs a statement and rolls it back: returns the number of rows, or the SQLSTATE of the refusal. `before` runs
 * first, in the same transaction.
 */
export async function tryOut(
  pool: Pool,
  who: Person,
  sql: string,
  before = '',
): Promise<number | string> {
  let rows = 0;
  try {
    await asRequest(
      { pool },
      { identity: who.identity, headers: who.headers, method: 'POST', path: '/', writes: false },
      async (client) => {
        if (before) await client.query(before);
        rows = (await client.query(sql)).rowCount ?? 0;
        throw new Undone();
      },
    );
  } catch (error) {
    if (error instanceof Undone) return rows;
    if (error instanceof Error && 'code' in error) return violationOf(String(error.code));
    throw error;
  }
  return rows;
}

/**
 * Calls a function and rolls it back: returns its value (null also for no value), or the SQLSTATE or code of the
 * refusal.
 */
export async function tryCall(pool: Pool, who: Person, sql: string): Promise<unknown> {
  let answer: unknown;
  try {
    await asRequest(
      { pool },
      { identity: who.identity, headers: who.headers, method: 'POST', path: '/', writes: false },
      async (client) => {
        [answer] = Object.values((await client.query<Row>(sql)).rows[0] ?? {});
        throw new Undone();
      },
    );
  } catch (error) {
    if (error instanceof Undone) return answer === '' ? null : answer;
    if (!(error instanceof Error && 'code' in error)) throw error;
    return String(error.code).startsWith('PT') ? error.message : error.code;
  }
  return answer;
}

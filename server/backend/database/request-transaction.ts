import type { PoolClient, QueryResultRow } from 'pg';
import type { Identity } from '../identity.ts';
import type { Database } from './database.ts';
import {
  isUnknownStatement,
  keptStatement,
  StatementUnit,
  type Statement,
} from './statement-unit.ts';
import { inTransaction, rollBack } from './transaction.ts';

/** Facts about a request for policies. */
export type RequestContext = {
  /** Names its statements in the database's log. */
  requestId?: string | undefined;
  identity: Identity;
  /** Names in lower case. */
  headers: Record<string, string>;
  method: string;
  path: string;
  /** Whether it may write; a person with an ended session is then refused (`not_signed_in`, PT401). */
  writes: boolean;
};

// One statement: claims are never set without the role.
const speakFor = keptStatement(`select
  set_config('request.jwt.claims', $2, true),
  set_config('request.headers', $3, true),
  set_config('request.method', $4, true),
  set_config('request.path', $5, true),
  set_config('timezone', 'UTC', true),
  -- The embedded database accepts this and does not act on it: its thread has a limit of its own.
  set_config('statement_timeout', '15s', true),
  set_config('transaction_read_only', $6, true),
  -- Names the request in the database's own log (%a of log_line_prefix) and in pg_stat_activity.
  set_config('application_name', coalesce($8, current_setting('application_name')), true),
  -- Knows the claims by now, and runs with the host's own rights.
  case when $7::boolean then private.require_session() end,
  set_config('role', $1, true)`);

/**
 * Runs the work in one transaction with the request's role, and rolls back when it throws. A GET or HEAD cannot
 * write. The pool may have a single connection: inside, use only `client`.
 */
export const asRequest = <T>(
  database: Pick<Database, 'pool'>,
  context: RequestContext,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> =>
  inTransaction(database, async (client) => {
    await client.query(speakFor.text, settingsOf(context));
    return await work(client);
  });

const begin = keptStatement('begin');

/** The single statement of a request, and its result. */
type Work<T> = {
  statement: Statement;
  finish: (rows: QueryResultRow[]) => T;
  /** Whether a change is rolled back when `finish` throws. That costs a round trip: without it, both are one. */
  mayRefuse: boolean;
};

/** The same for work of one statement, with the fewest messages. */
export async function askAsRequest<T>(
  { pool }: Pick<Database, 'pool'>,
  context: RequestContext,
  { statement, finish, mayRefuse }: Work<T>,
): Promise<T> {
  const spoken = { ...speakFor, values: settingsOf(context) };
  const staysOpen = mayRefuse && !isRead(context.method);
  const client = await pool.connect();
  try {
    const unit = staysOpen ? [begin, spoken, statement] : [spoken, statement];
    const result = finish(await askTwiceAtMost(client, unit));
    if (staysOpen) await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** A statement of the host itself that runs with many requests: its plan is kept, and it is one round trip. */
export async function askKept(
  { pool }: Pick<Database, 'pool'>,
  statement: Statement,
): Promise<QueryResultRow[]> {
  const client = await pool.connect();
  try {
    const rows = await askTwiceAtMost(client, [statement]);
    client.release();
    return rows;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

async function askTwiceAtMost(client: PoolClient, unit: readonly Statement[]) {
  try {
    return await ask(client, unit);
  } catch (error) {
    if (!isUnknownStatement(error)) throw error;
    await client.query('rollback');
    return await ask(client, unit);
  }
}

const ask = (client: PoolClient, unit: readonly Statement[]) =>
  new Promise<QueryResultRow[]>((resolve, reject) => {
    client.query(
      new StatementUnit(unit, (error, rows) => {
        if (error) reject(error);
        else resolve(rows);
      }),
    );
  });

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

const settingsOf = ({ requestId, identity, headers, method, path, writes }: RequestContext) => [
  identity.role,
  claimsText(identity),
  JSON.stringify(headers),
  method,
  path,
  isRead(method) ? 'on' : 'off',
  String(writes && identity.role === 'authenticated'),
  requestId === undefined ? null : `request ${requestId}`,
];

const claimsTexts = new WeakMap<Identity, string>();

// Verified tokens are remembered, and so is the text of their claims.
function claimsText(identity: Identity): string {
  const text = claimsTexts.get(identity) ?? JSON.stringify(identity.claims);
  claimsTexts.set(identity, text);
  return text;
}

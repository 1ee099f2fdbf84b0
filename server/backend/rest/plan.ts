import type { Database } from '../database/database.ts';
import { askAsRequest, type RequestContext } from '../database/request-transaction.ts';
import type { Statement } from '../database/statement-unit.ts';
import type { Catalogue } from './catalogue.ts';
import type { Query } from './parse-query.ts';
import type { MediaType } from './media-type.ts';
import type { Preferences } from './preferences.ts';
import { sql, type Sql } from './sql.ts';
import type { StatementCache } from './statement-cache.ts';

/** A request as described by its URL and headers. */
export type Asked = {
  catalogue: Catalogue;
  statements: StatementCache;
  maxRows: number;
  request: Request;
  media: MediaType;
  preferences: Preferences;
};

/** A request of a table. */
export type TableAsked = Asked & { query: Query };

/** A statement's result: the body as text, the number of rows, and a total if requested. */
export type Answer = { body: string; rows: number; total: number | null };

/**
 * Everything a request does inside its transaction: one statement with the columns `body`, `rows` and `total`, and
 * the answer made of it. `respond` refuses a change only when a single object was requested, and then the change is
 * rolled back.
 */
export type Plan = {
  statement: Statement | null;
  writes: boolean;
  respond: (answer: Answer) => Response;
};

type AnswerRow = { body: string | null; rows: string; total: string | null };

/** Runs the plan as the sender of the request. */
export async function run(
  database: Pick<Database, 'pool' | 'sharesSessions'>,
  sender: Omit<RequestContext, 'writes'>,
  media: MediaType,
  { statement, writes, respond }: Plan,
): Promise<Response> {
  if (!statement) return respond({ body: '[]', rows: 0, total: 0 });
  return await askAsRequest(
    database,
    { ...sender, writes },
    {
      // Its text comes from the request: no connection could close all of them in a session that others share.
      statement: database.sharesSessions ? { ...statement, name: '' } : statement,
      finish: (rows) => respond(answerOf(rows[0] as AnswerRow | undefined)),
      mayRefuse: media === 'object',
    },
  );
}

const answerOf = (row: AnswerRow | undefined): Answer => ({
  body: row?.body ?? 'null',
  rows: Number(row?.rows ?? 0),
  total: row?.total ? Number(row.total) : null,
});

export const countOf = (everything: Sql): Sql =>
  sql`(select count(*) from (${everything}) as "everything")::text as total`;

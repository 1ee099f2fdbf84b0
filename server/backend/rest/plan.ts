import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { askAsRequest, asRequest, type RequestContext } from '../database/request-transaction.ts';
import { withSettings, type AnswerSettings } from './answer-settings.ts';
import type { Catalogue } from './catalogue.ts';
import type { Query } from './parse-query.ts';
import type { MediaType } from './media-type.ts';
import type { Preferences } from './preferences.ts';
import { rendered, sql, type Sql } from './sql.ts';

/** A request as far as its address and headers tell. */
export type Asked = {
  catalogue: Catalogue;
  maxRows: number;
  request: Request;
  query: Query;
  media: MediaType;
  preferences: Preferences;
};

/** What a statement answered: the body as text, how many rows that is, and a total if asked for. */
export type Answer = { body: string; rows: number; total: number | null; affected?: number };

/**
 * All that happens to a request inside its transaction: one statement with the columns `body`,
 * `rows` and `total`, and the answer made of it. When `respond` throws, the change is undone.
 */
export type Plan = {
  statement: Sql | null;
  writes: boolean;
  /** The rows whose number the planner is to guess, in place of an exact total. */
  guessed: Sql | null;
  respond: (answer: Answer) => Response;
};

type AnswerRow = AnswerSettings & {
  body: string | null;
  rows: string;
  total: string | null;
  /** Only where a call has a limit. */
  affected?: string;
};

/** Carries the plan out as the sender of the request. */
export async function run(
  database: Pick<Database, 'pool'>,
  sender: Omit<RequestContext, 'writes'>,
  plan: Plan,
  asked: Asked,
): Promise<Response> {
  const { statement, writes, guessed, respond } = plan;
  const context = { ...sender, writes };
  if (!statement) return respond({ body: '[]', rows: 0, total: 0 });
  const text = rendered(statement);
  if (!guessed) {
    return await askAsRequest(database, context, text, (rows) => {
      const [row] = rows as AnswerRow[];
      return answered(row, respond(answerOf(row, row?.total ?? null)));
    });
  }
  return await asRequest(database, context, async (client) => {
    const { rows } = await client.query<AnswerRow>(text);
    return answered(rows[0], respond(answerOf(rows[0], await guess(client, guessed, asked))));
  });
}

const answered = (row: AnswerRow | undefined, response: Response) =>
  row ? withSettings(response, row) : response;

const answerOf = (row: AnswerRow | undefined, total: string | number | null): Answer => ({
  body: row?.body ?? 'null',
  rows: Number(row?.rows ?? 0),
  total: total === null ? null : Number(total),
  ...(row?.affected !== undefined && { affected: Number(row.affected) }),
});

/** The planner's guess; for `count=estimated` only when there are more rows than one page holds. */
async function guess(client: PoolClient, everything: Sql, asked: Asked): Promise<number> {
  const explained = await client.query<{ 'QUERY PLAN': unknown }>(
    rendered(sql`explain (format json) ${everything}`),
  );
  const printed = explained.rows[0]?.['QUERY PLAN'];
  const [top] = (typeof printed === 'string' ? JSON.parse(printed) : printed) as [
    { Plan: { 'Plan Rows': number } },
  ];
  const rows = top.Plan['Plan Rows'];
  if (asked.preferences.count === 'planned' || rows > asked.maxRows) return rows;
  const exact = await client.query<{ total: string }>(rendered(sql`select ${countOf(everything)}`));
  return Number(exact.rows[0]?.total ?? 0);
}

export const countOf = (everything: Sql): Sql =>
  sql`(select count(*) from (${everything}) as "everything")::text as total`;

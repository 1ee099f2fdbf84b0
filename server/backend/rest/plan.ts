import type { PoolClient } from 'pg';
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
export type Answer = { body: string; rows: number; total: number | null };

/**
 * All that happens to a request inside its transaction: one statement with the columns `body`,
 * `rows` and `total`, and the answer made of it. When `respond` throws, the change is undone.
 */
export type Plan = {
  statement: Sql | null;
  /** The rows whose number the planner is to guess, in place of an exact total. */
  guessed: Sql | null;
  respond: (answer: Answer) => Response;
};

type AnswerRow = { body: string | null; rows: string; total: string | null };

export async function run(client: PoolClient, plan: Plan, asked: Asked): Promise<Response> {
  if (!plan.statement) return plan.respond({ body: '[]', rows: 0, total: 0 });
  const result = await client.query<AnswerRow>(rendered(plan.statement));
  const [row] = result.rows;
  const total = plan.guessed ? await guess(client, plan.guessed, asked) : (row?.total ?? null);
  return plan.respond({
    body: row?.body ?? 'null',
    rows: Number(row?.rows ?? 0),
    total: total === null ? null : Number(total),
  });
}

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

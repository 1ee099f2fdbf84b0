import { shapeOf, valuesIn } from './build-conditions.ts';
import { buildRead } from './build-read.ts';
import { tableOf } from './catalogue.ts';
import { parseLists, type Query, type ReadQuery } from './parse-query.ts';
import { countOf, type Answer, type Asked, type Plan } from './plan.ts';
import { bodyColumns, checkSingle, contentRange, written } from './respond.ts';
import { quoted, rendered, sql, type Sql } from './sql.ts';

type ReadAsked = Asked & { query: ReadQuery };

/** GET or HEAD of a table. */
export function planRead(asked: ReadAsked, name: string): Plan {
  const { query, statements } = asked;
  const kept = statements.statementOf(
    readShape(asked, name),
    () => rendered(buildStatement({ ...asked, query: parseLists(query) }, name)).text,
  );
  return {
    statement: { ...kept, values: readValues(asked) },
    writes: false,
    respond: (answer) => readResponse(asked, answer),
  };
}

/** Everything that decides the text of the statement. */
function readShape({ query, media, preferences }: ReadAsked, name: string): string {
  const { select, order, conditions } = query;
  const { isCounted } = preferences;
  return JSON.stringify([name, select, order, conditions.map(shapeOf), media, isCounted]);
}

export function buildStatement(asked: Asked & { query: Query }, name: string): Sql {
  const { catalogue, query, media, preferences, maxRows } = asked;
  const relation = tableOf(catalogue, name);
  const source = { from: sql`public.${quoted(relation.name)}`, relation };
  const { page, everything } = buildRead(source, query, maxRows);
  const total = preferences.isCounted ? countOf(everything) : sql`null as total`;
  return sql`with "page" as (${page}) select ${bodyColumns(media)}, ${total} from "page"`;
}

/** The statement's parameters in their order. */
function readValues({ query, preferences, maxRows }: ReadAsked): string[] {
  const { conditions, limit } = query;
  const filters = valuesIn(conditions);
  return [
    ...filters,
    String(Math.min(limit ?? maxRows, maxRows)),
    ...(preferences.isCounted ? filters : []),
  ];
}

function readResponse({ media, preferences }: ReadAsked, answer: Answer): Response {
  const { body, rows, total } = answer;
  checkSingle(media, rows);
  return written({
    // A part of a known total.
    status: total !== null && rows < total ? 206 : 200,
    body,
    media,
    preferences,
    headers: { 'content-range': contentRange(rows, total) },
  });
}

import { buildRead } from './build-read.ts';
import { tableOf } from './catalogue.ts';
import { countOf, type Answer, type TableAsked, type Plan } from './plan.ts';
import { contentRange, rangeStatus } from './range.ts';
import { bodyColumns, checkSingle, written } from './respond.ts';
import { quoted, sql } from './sql.ts';

/** GET or HEAD of a table. */
export function planRead(asked: TableAsked, name: string): Plan {
  const { catalogue, query, media, preferences, maxRows } = asked;
  const relation = tableOf(catalogue, name);
  const source = { from: sql`public.${quoted(relation.name)}`, relation };
  const { page, everything } = buildRead(source, query, maxRows);
  const total = preferences.isCounted ? countOf(everything) : sql`null as total`;
  return {
    statement: sql`with "page" as (${page}) select ${bodyColumns(media)}, ${total} from "page"`,
    writes: false,
    respond: (answer) => readResponse(asked, answer),
  };
}

function readResponse(
  { query, media, preferences, request }: TableAsked,
  answer: Answer,
): Response {
  const { body, rows, total } = answer;
  checkSingle(media, rows);
  return written({
    status: rangeStatus(query.offset, rows, total),
    body,
    isHead: request.method === 'HEAD',
    media,
    preferences,
    headers: { 'content-range': contentRange(query.offset, rows, total) },
  });
}

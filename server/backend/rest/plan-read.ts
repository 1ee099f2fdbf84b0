import { settingColumns } from './answer-settings.ts';
import { buildRead, type Read } from './build-read.ts';
import { countOf, type Answer, type Asked, type Plan } from './plan.ts';
import { contentRange, narrowByHeader, rangeStatus } from './range.ts';
import { bodyColumns, checkSingle, csvHeader, written } from './respond.ts';
import { newScope, tableSource } from './scope.ts';
import { nothing, sql, type Sql } from './sql.ts';

/** GET or HEAD of a table. */
export function planRead(asked: Asked, name: string): Plan {
  const { catalogue, query, request, media } = asked;
  const source = tableSource(catalogue, name);
  narrowByHeader(query.root, request);
  const read = buildRead(newScope(catalogue, asked.maxRows), source, query.root);
  return planOf(asked, read, { before: nothing, shown: bodyColumns(media) });
}

/** `before` are the `with` entries the read builds on; `shown` how its rows are written. */
export function planOf(
  asked: Asked,
  read: Read,
  { before, shown }: { before: Sql; shown: Sql },
): Plan {
  const { count } = asked.preferences;
  const total = count === 'exact' ? countOf(read.everything) : sql`null as total`;
  const isGuessed = count === 'planned' || count === 'estimated';
  return {
    statement: sql`with ${before}"page" as (${read.page}) select ${shown}, ${total}${settingColumns} from "page"`,
    writes: false,
    guessed: isGuessed ? read.everything : null,
    respond: (answer) => readResponse(asked, read.columns, answer),
  };
}

function readResponse(asked: Asked, columns: readonly string[], answer: Answer): Response {
  const { query, media, preferences, request } = asked;
  const { rows, total } = answer;
  checkSingle(media, rows);
  const status = rangeStatus(query.root.offset, rows, total);
  const text = media.form === 'csv' ? csvText(columns, answer) : answer.body;
  return written({
    status,
    body: text,
    isHead: request.method === 'HEAD',
    media,
    preferences,
    headers: { 'content-range': contentRange(query.root.offset, rows, total) },
  });
}

export const csvText = (columns: readonly string[], { body, rows }: Answer) =>
  rows === 0 ? `${csvHeader(columns)}\n` : `${csvHeader(columns)}\n${body}`;

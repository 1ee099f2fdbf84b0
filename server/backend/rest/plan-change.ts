import { buildDelete, buildUpdate } from './build-change.ts';
import { buildInsert } from './build-insert.ts';
import { buildRead } from './build-read.ts';
import { tableOf, type Table } from './catalogue.ts';
import { notImplemented } from './errors.ts';
import type { Body } from './parse-body.ts';
import { refuseRange } from './parse-query.ts';
import type { Answer, TableAsked, Plan } from './plan.ts';
import { contentRange } from './range.ts';
import { bodyColumns, checkSingle, written } from './respond.ts';
import { returningOf } from './returning.ts';
import { sql, type Sql } from './sql.ts';

type Verb = 'POST' | 'PATCH' | 'DELETE';

/** An insert, update or delete on a table. `body` is null for a delete. */
export function planChange(asked: TableAsked, name: string, verb: Verb, body: Body | null): Plan {
  const table = tableOf(asked.catalogue, name);
  refuseRange(asked.query);
  const changed = changedRows(asked, table, verb, body);
  return {
    statement: changed && sql`with ${changed}${answeredRows(asked, table)}`,
    writes: true,
    respond: (answer) => changeResponse(asked, verb, answer),
  };
}

function changedRows(asked: TableAsked, table: Table, verb: Verb, body: Body | null): Sql | null {
  const { conditions } = asked.query;
  const returning = returningOf(asked, table);
  if (verb === 'DELETE' || !body) return buildDelete({ table, conditions, returning });
  if (verb === 'PATCH') return buildUpdate({ table, conditions, returning }, body);
  if (conditions.length > 0) throw notImplemented('Filters are not supported for inserts');
  return buildInsert(table, body, returning);
}

/** The rest of the statement: what is answered of the rows known as `changed`. */
function answeredRows({ query, preferences, media }: TableAsked, relation: Table): Sql {
  const total = sql`(select count(*) from "changed")::text as total`;
  if (preferences.result !== 'representation') {
    return sql` select '' as body, count(*)::text as rows, ${total} from "changed"`;
  }
  const source = { from: sql`"changed"`, relation };
  const { page } = buildRead(source, { ...query, conditions: [] }, Number.MAX_SAFE_INTEGER);
  return sql`, "page" as (${page}) select ${bodyColumns(media)}, ${total} from "page"`;
}

function changeResponse({ media, preferences }: TableAsked, verb: Verb, answer: Answer) {
  const { body, rows, total } = answer;
  const affected = total ?? 0;
  checkSingle(media, rows);
  const isShown = preferences.result === 'representation';
  const known = preferences.isCounted ? affected : null;
  return written({
    status: verb === 'POST' ? 201 : isShown ? 200 : 204,
    body: isShown ? body : null,
    media,
    preferences,
    headers: { 'content-range': contentRange(0, verb === 'PATCH' ? affected : 0, known) },
  });
}

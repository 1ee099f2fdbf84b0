import { buildDelete, buildUpdate } from './build-change.ts';
import { buildRead } from './build-read.ts';
import { tableOf, type Table } from './catalogue.ts';
import { invalidBody, notImplemented } from './errors.ts';
import { isRow, type Body } from './parse-body.ts';
import { refuseRange } from './parse-query.ts';
import type { Answer, TableAsked, Plan } from './plan.ts';
import { bodyColumns, checkSingle, contentRange, written } from './respond.ts';
import { joined, quoted, rendered, sql, trusted, value, type Sql } from './sql.ts';
import { bodyFields, definitions, namesOf, payloadColumns } from './payload-columns.ts';

type Verb = 'POST' | 'PATCH' | 'DELETE';

/** An insert, update or delete on a table. `body` is null for a delete. */
export function planChange(asked: TableAsked, name: string, verb: Verb, body: Body | null): Plan {
  const table = tableOf(asked.catalogue, name);
  refuseRange(asked.query);
  const changed = changedRows(asked, table, verb, body);
  return {
    statement: changed && rendered(sql`with ${changed}${answeredRows(asked, table)}`),
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

/** The rest of the statement: the answer from the rows known as `changed`. */
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
    headers: { 'content-range': contentRange(verb === 'PATCH' ? affected : 0, known) },
  });
}

/** The `with` list that ends with the inserted row as `changed`; `returning` lists what it returns. */
function buildInsert(table: Table, { parsed, text }: Body, returning: Sql): Sql {
  if (Array.isArray(parsed)) throw notImplemented('Several rows cannot be inserted at once');
  if (!isRow(parsed)) throw invalidBody('The payload of an insert must be one object');
  const columns = payloadColumns(table, Object.keys(parsed));
  const from = sql`json_to_record(${value(text)}::json) as "body"(${definitions(columns)})`;
  const source =
    columns.length === 0
      ? sql`default values`
      : sql`(${namesOf(columns)}) select ${bodyFields(columns)} from ${from}`;
  return sql`"changed" as (insert into public.${quoted(table.name)} as "r" ${source} returning ${returning})`;
}

/**
 * What each changed row returns: only what the answer needs, because PostgreSQL requires the right to read every
 * column named here. A role that may insert but not read can still insert.
 */
function returningOf({ query, preferences }: TableAsked, table: Table): Sql {
  if (preferences.result !== 'representation') return trusted('1');
  const names = [...query.items, ...query.order.map(({ column }) => column)];
  if (names.includes(null)) return trusted('"r".*');
  // An unknown column fails where the answer's columns are built.
  const known = [...new Set(names)].filter((name) => name !== null && table.columns.has(name));
  if (known.length === 0) return trusted('1');
  return joined(
    known.map((name) => sql`"r".${quoted(name ?? '')}`),
    ', ',
  );
}

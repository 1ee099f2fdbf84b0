import { settingColumns } from './answer-settings.ts';
import { buildDelete, buildUpdate } from './build-change.ts';
import { buildInsert } from './build-insert.ts';
import { buildRead } from './build-read.ts';
import type { Table } from './catalogue.ts';
import { notImplemented, tooManyAffected, unknownTable } from './errors.ts';
import type { Body } from './parse-body.ts';
import { refuseRange } from './parse-query.ts';
import type { Answer, Asked, Plan } from './plan.ts';
import { csvText } from './plan-read.ts';
import { contentRange } from './range.ts';
import { bodyColumns, checkSingle, written } from './respond.ts';
import { returningOf } from './returning.ts';
import { newScope, tableSource, type Source } from './scope.ts';
import { sql, type Sql } from './sql.ts';

type Verb = 'POST' | 'PATCH' | 'DELETE';

/** An insert, upsert, update or delete on a table. `body` is null for a delete. */
export function planChange(asked: Asked, name: string, verb: Verb, body: Body | null): Plan {
  const table = asked.catalogue.tables.get(name);
  if (!table) throw unknownTable(name);
  refuseRange(asked.query.root);
  const changed = changedRows(asked, table, verb, body);
  const { answered, columns } = answeredRows(asked, table);
  return {
    statement: changed && sql`with ${changed}${answered}`,
    writes: true,
    guessed: null,
    respond: (answer) => changeResponse(asked, table, verb, { columns, answer }),
  };
}

function changedRows(asked: Asked, table: Table, verb: Verb, body: Body | null): Sql | null {
  const { query, preferences } = asked;
  const returning = returningOf(asked, table);
  const { conditions } = query.root;
  if (verb === 'DELETE' || !body) return buildDelete({ table, conditions, returning });
  if (verb === 'PATCH') {
    return buildUpdate({ table, conditions, returning }, body, query.columns, preferences);
  }
  if (conditions.length > 0) throw notImplemented('Filters are not supported for inserts');
  const { columns, onConflict } = query;
  return buildInsert({ table, body, columns, onConflict, preferences, returning });
}

/** The rest of the statement: what is answered of the rows known as `changed`. */
function answeredRows(asked: Asked, table: Table): { answered: Sql; columns: readonly string[] } {
  const { result } = asked.preferences;
  const total = sql`(select count(*) from "changed")::text as total`;
  if (result === 'headers-only') {
    const keys = sql`coalesce(json_agg("changed".*), '[]'::json)::text as body`;
    return {
      answered: sql` select ${keys}, count(*)::text as rows, ${total}${settingColumns} from "changed"`,
      columns: [],
    };
  }
  if (result !== 'representation') {
    return {
      answered: sql` select '' as body, count(*)::text as rows, ${total}${settingColumns} from "changed"`,
      columns: [],
    };
  }
  const source: Source = { ...tableSource(asked.catalogue, table.name), from: sql`"changed"` };
  const scope = newScope(asked.catalogue, Number.MAX_SAFE_INTEGER);
  const { page, columns } = buildRead(scope, source, { ...asked.query.root, conditions: [] });
  const shown = bodyColumns(asked.media);
  return {
    answered: sql`, "page" as (${page}) select ${shown}, ${total}${settingColumns} from "page"`,
    columns,
  };
}

type Outcome = { columns: readonly string[]; answer: Answer };

function changeResponse(asked: Asked, table: Table, verb: Verb, { columns, answer }: Outcome) {
  const { media, preferences } = asked;
  const affected = answer.total ?? 0;
  const most = preferences.maxAffected;
  if (most !== null && affected > most) throw tooManyAffected(affected);
  checkSingle(media, answer.rows);
  const isShown = preferences.result === 'representation';
  const known = preferences.count === null ? null : affected;
  const body = media.form === 'csv' ? csvText(columns, answer) : answer.body;
  return written({
    status: verb === 'POST' ? 201 : isShown ? 200 : 204,
    body: isShown ? body : null,
    media,
    preferences,
    headers: {
      'content-range': contentRange(0, verb === 'PATCH' ? affected : 0, known),
      ...(verb === 'POST' && preferences.result === 'headers-only'
        ? locationOf(table, answer)
        : {}),
    },
  });
}

/** Where the one inserted row can be read. */
function locationOf(table: Table, { body, rows }: Answer): Record<string, string> {
  if (rows !== 1 || table.primaryKey.length === 0) return {};
  const [row] = JSON.parse(body) as [Record<string, unknown>];
  const filters = table.primaryKey.map((name) => [name, `eq.${String(row[name])}`]);
  return {
    location: `/${encodeURIComponent(table.name)}?${new URLSearchParams(filters).toString()}`,
  };
}

import type { Column, Table } from './catalogue.ts';
import { invalidBody, notImplemented, unknownColumn } from './errors.ts';
import { rowsOf, type Body, type Row } from './parse-body.ts';
import { bodyFields, definitions, namesOf, payloadColumns } from './payload-columns.ts';
import type { Preferences } from './preferences.ts';
import { joined, nothing, quoted, sql, value, type Sql } from './sql.ts';

/** An insert or upsert; `returning` is what each changed row gives back. */
export type Insert = {
  table: Table;
  body: Body;
  /** The `columns` parameter: other keys are left out, missing ones are null or the default. */
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  preferences: Preferences;
  returning: Sql;
};

const mostShapes = 50;

/** The `with` list that ends in the changed rows as `changed`; null when there is nothing to insert. */
export function buildInsert(insert: Insert): Sql | null {
  const rows = rowsOf(insert.body);
  if (rows.length === 0) return null;
  const columns = payloadColumns(insert.table, insert.columns ?? commonKeys(rows));
  if (columns.length === 0 && rows.length > 1) {
    throw notImplemented('Several rows without columns cannot be inserted at once');
  }
  if (insert.preferences.missing !== 'default' || columns.length === 0) {
    const from = sql`json_to_recordset(${value(listText(insert.body))}::json)`;
    return sql`"changed" as (${statement(insert, columns, columns, from)})`;
  }
  return byShape(insert, columns, rows);
}

/** One statement for each set of keys, so that columns a row does not have take their default. */
function byShape(insert: Insert, columns: readonly Column[], rows: readonly Row[]): Sql {
  const shapes = grouped(columns, rows);
  if (shapes.length > mostShapes) {
    throw notImplemented(`More than ${mostShapes} different sets of keys in one request`);
  }
  const text = value(listText(insert.body));
  const parts = shapes.map(({ present, positions }, index) => {
    const list = sql`(select json_agg("item"."json") from json_array_elements(${text}::json) with ordinality as "item"("json", "position") where "item"."position" = any(${value(positions)}::bigint[]))`;
    const from = sql`json_to_recordset(${list})`;
    return sql`${quoted(`changed${index}`)} as (${statement(insert, columns, present, from)})`;
  });
  const all = parts.map((_, index) => sql`select * from ${quoted(`changed${index}`)}`);
  return sql`${joined(parts, ', ')}, "changed" as (${joined(all, ' union all ')})`;
}

type Shape = { present: Column[]; positions: number[] };

function grouped(columns: readonly Column[], rows: readonly Row[]): Shape[] {
  const shapes = new Map<string, Shape>();
  rows.forEach((row, index) => {
    const present = columns.filter(({ name }) => Object.hasOwn(row, name));
    const key = JSON.stringify(present.map(({ name }) => name));
    const shape = shapes.get(key) ?? { present, positions: [] };
    shape.positions.push(index + 1);
    shapes.set(key, shape);
  });
  return [...shapes.values()];
}

/** `all` are the columns a merge sets; `present` those the rows of `from` have. */
function statement(
  insert: Insert,
  all: readonly Column[],
  present: readonly Column[],
  from: Sql,
): Sql {
  const { table, returning } = insert;
  const source =
    present.length === 0
      ? sql`default values`
      : sql`(${namesOf(present)}) select ${bodyFields(present)} from ${from} as "body"(${definitions(present)})`;
  return sql`insert into public.${quoted(table.name)} as "r" ${source}${conflict(insert, all)} returning ${returning}`;
}

function conflict({ table, onConflict, preferences }: Insert, columns: readonly Column[]): Sql {
  const target = onConflict ?? table.primaryKey;
  if (preferences.resolution === null || target.length === 0) return nothing;
  const unknown = target.find((name) => !table.columns.has(name));
  if (unknown !== undefined) throw unknownColumn(table.name, unknown);
  const list = joined(target.map(quoted), ', ');
  if (preferences.resolution === 'ignore-duplicates' || columns.length === 0) {
    return sql` on conflict (${list}) do nothing`;
  }
  const set = columns.map(({ name }) => sql`${quoted(name)} = excluded.${quoted(name)}`);
  return sql` on conflict (${list}) do update set ${joined(set, ', ')}`;
}

function commonKeys(rows: readonly Row[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  const isSame = (row: Row) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(isSame)) throw invalidBody('All object keys must match');
  return keys;
}

const listText = ({ text, parsed }: Body) => (Array.isArray(parsed) ? text : `[${text}]`);

import type { Table } from './catalogue.ts';
import { notImplemented, invalidBody } from './errors.ts';
import { isRow, type Body } from './parse-body.ts';
import { bodyFields, definitions, namesOf, payloadColumns } from './payload-columns.ts';
import { quoted, sql, value, type Sql } from './sql.ts';

/** The `with` list that ends in the inserted row as `changed`; `returning` is what it gives back. */
export function buildInsert(table: Table, { parsed, text }: Body, returning: Sql): Sql {
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

import { whereOf, type Rows } from './build-conditions.ts';
import type { Table } from './catalogue.ts';
import { RestError, invalidBody } from './errors.ts';
import { isRow, type Body } from './parse-body.ts';
import type { Condition } from './parse-filters.ts';
import { definitions, payloadColumns } from './payload-columns.ts';
import { joined, nothing, quoted, sql, value, type Sql } from './sql.ts';

/** Rows of a table to change; `returning` lists what each returns. */
export type Change = { table: Table; conditions: readonly Condition[]; returning: Sql };

const alias = quoted('r');

/** The `with` list that ends with the changed rows as `changed`; null if there is nothing to set. */
export function buildUpdate(change: Change, body: Body): Sql | null {
  const { table, returning } = change;
  const { parsed } = body;
  if (!isRow(parsed)) throw invalidBody('The payload of an update must be one object');
  const columns = payloadColumns(table, Object.keys(parsed));
  if (columns.length === 0) return null;
  const set = columns.map(({ name }) => sql`${quoted(name)} = "body".${quoted(name)}`);
  const from = sql`json_to_record(${value(body.text)}::json) as "body"(${definitions(columns)})`;
  const where = whereRequired('UPDATE', change);
  return sql`"changed" as (update public.${quoted(table.name)} as ${alias} set ${joined(set, ', ')} from ${from}${where} returning ${returning})`;
}

export function buildDelete(change: Change): Sql {
  const where = whereRequired('DELETE', change);
  return sql`"changed" as (delete from public.${quoted(change.table.name)} as ${alias}${where} returning ${change.returning})`;
}

// The hosted backend refuses to change a whole table, and so does this one.
function whereRequired(verb: string, { table, conditions }: Change): Sql {
  const rows: Rows = { relation: table, alias };
  const where = whereOf(rows, conditions);
  if (where !== nothing) return where;
  throw new RestError(400, { code: '21000', message: `${verb} requires a WHERE clause` });
}

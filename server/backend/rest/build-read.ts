import { columnSql, whereOf, type Rows } from './build-conditions.ts';
import type { Relation } from './catalogue.ts';
import type { OrderTerm } from './parse-order.ts';
import type { Query } from './parse-query.ts';
import { joined, nothing, quoted, sql, trusted, value, type Sql } from './sql.ts';

/** The source of a read's rows. */
export type Source = { from: Sql; relation: Relation };

/** A read: its page, and all its rows (without columns, to count them). */
export type Read = { page: Sql; everything: Sql };

export function buildRead({ from, relation }: Source, query: Query, maxRows: number): Read {
  const alias = quoted('r');
  const rows: Rows = { relation, alias };
  const where = whereOf(rows, query.conditions);
  const select = query.items.map((name) =>
    name === null ? sql`${alias}.*` : columnSql(rows, name),
  );
  const order = orderOf(rows, query.order);
  const limit = sql` limit ${value(Math.min(query.limit ?? maxRows, maxRows))}::bigint`;
  const found = sql`from ${from} as ${alias}${where}`;
  return {
    page: sql`select ${joined(select, ', ')} ${found}${order}${limit}`,
    everything: sql`select ${found}`,
  };
}

function orderOf(rows: Rows, terms: readonly OrderTerm[]): Sql {
  if (terms.length === 0) return nothing;
  const list = terms.map(
    ({ column, direction }) => sql`${columnSql(rows, column)} ${trusted(direction)}`,
  );
  return sql` order by ${joined(list, ', ')}`;
}

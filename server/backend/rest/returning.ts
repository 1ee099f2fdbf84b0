import type { Table } from './catalogue.ts';
import type { TableAsked } from './plan.ts';
import { joined, quoted, sql, trusted, type Sql } from './sql.ts';

/**
 * What each changed row gives back. Only what the answer needs, because PostgreSQL asks for the
 * right to read every column named here: a role that may insert but not read can still insert.
 */
export function returningOf({ query, preferences }: TableAsked, table: Table): Sql {
  if (preferences.result !== 'representation') return trusted('1');
  const names = [...query.items, ...query.order.map(({ column }) => column)];
  if (names.includes(null)) return trusted('"r".*');
  // A name that is no column is complained about where the answer's own columns are built.
  const known = [...new Set(names)].filter((name) => name !== null && table.columns.has(name));
  if (known.length === 0) return trusted('1');
  return joined(
    known.map((name) => sql`"r".${quoted(name ?? '')}`),
    ', ',
  );
}

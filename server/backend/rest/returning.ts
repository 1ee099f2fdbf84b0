import type { Table } from './catalogue.ts';
import type { Asked } from './plan.ts';
import { relationshipOf } from './relationships.ts';
import { joined, quoted, sql, trusted, type Sql } from './sql.ts';

/**
 * What each changed row gives back. Only what the answer needs, because PostgreSQL asks for the
 * right to read every column named here: a role that may insert but not read can still insert.
 */
export function returningOf({ catalogue, query, preferences }: Asked, table: Table): Sql {
  const { root } = query;
  if (preferences.result === 'headers-only') return listOf(table.primaryKey);
  if (preferences.result !== 'representation') return trusted('1');
  if (root.items.some(({ kind }) => kind === 'all')) return trusted('"r".*');
  const names = [
    ...root.items.flatMap((item) => (item.kind === 'column' ? [item.field.name] : [])),
    ...root.order.flatMap((term) => (term.relation === null ? [term.field.name] : [])),
    ...root.embeds.flatMap(({ item }) =>
      relationshipOf(catalogue, table.name, item, table.name).pairs.map(({ local }) => local),
    ),
  ];
  // A name that is no column is complained about where the answer's own columns are built.
  return listOf([...new Set(names)].filter((name) => table.columns.has(name)));
}

const listOf = (names: readonly string[]): Sql =>
  names.length === 0
    ? trusted('1')
    : joined(
        names.map((name) => sql`"r".${quoted(name)}`),
        ', ',
      );

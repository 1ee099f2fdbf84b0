import type { Catalogue, Relation } from './catalogue.ts';
import { unknownTable } from './errors.ts';
import { quoted, sql, type Sql } from './sql.ts';

/** Where the rows of a read come from; `table` is their table, which embeds start from. */
export type Source = { from: Sql; relation: Relation; table: string | null };

/** What the parts of one statement share; `nextAlias` names its tables. */
export type Scope = { catalogue: Catalogue; maxRows: number; nextAlias: () => Sql };

export function newScope(catalogue: Catalogue, maxRows: number): Scope {
  let used = 0;
  return { catalogue, maxRows, nextAlias: () => quoted(`r${used++}`) };
}

export function tableSource(catalogue: Catalogue, name: string): Source {
  const table = catalogue.tables.get(name);
  if (!table) throw unknownTable(name);
  return { from: sql`public.${quoted(table.name)}`, relation: table, table: table.name };
}

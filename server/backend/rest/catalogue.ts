import { catalogueQuery } from './catalogue-query.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { unknownTable } from './errors.ts';

/** A column and its type as written in a statement. */
export type Column = { name: string; type: string };

/** A table or a view. */
export type Relation = { name: string; columns: ReadonlyMap<string, Column> };
export type Table = Relation;

export type Parameter = { name: string; type: string; isRequired: boolean };

export type Routine = {
  name: string;
  parameters: readonly Parameter[];
  isVolatile: boolean;
  isSet: boolean;
  returns: 'void' | 'scalar' | 'rows';
};

/** The contents of schema `public` that requests can name. */
export type Catalogue = {
  tables: ReadonlyMap<string, Table>;
  routines: ReadonlyMap<string, readonly Routine[]>;
};

export function tableOf({ tables }: Catalogue, name: string): Table {
  const table = tables.get(name);
  if (!table) throw unknownTable(name);
  return table;
}

/** Returns the catalogue of a database, which is read at first use. */
export function catalogueOf(database: Pick<Database, 'pool'>): () => Promise<Catalogue> {
  let kept: Promise<Catalogue> | null = null;
  return () =>
    (kept ??= readCatalogue(database).catch((error: unknown) => {
      kept = null;
      throw error;
    }));
}

// The shape of catalogueQuery's answer.
type Printed = { tables: { name: string; columns: Column[] }[]; routines: Routine[] };

const readCatalogue = (database: Pick<Database, 'pool'>): Promise<Catalogue> =>
  inTransaction(database, async (client) => {
    await client.query("set local search_path = ''");
    const { rows } = await client.query<{ catalogue: string }>(catalogueQuery);
    return catalogueFrom(JSON.parse(rows[0]?.catalogue ?? '{}') as Printed);
  });

function catalogueFrom(printed: Printed): Catalogue {
  const tables = printed.tables.map(({ name, columns }): [string, Table] => [
    name,
    { name, columns: new Map(columns.map((column) => [column.name, column])) },
  ]);
  const routines = new Map<string, Routine[]>();
  for (const routine of printed.routines) {
    routines.set(routine.name, [...(routines.get(routine.name) ?? []), routine]);
  }
  return { tables: new Map(tables), routines };
}

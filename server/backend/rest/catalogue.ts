import { catalogueQuery } from './catalogue-query.ts';
import type { Database } from '../database/database.ts';

/** A column and its type, written as PostgreSQL would have it in a statement. */
export type Column = { name: string; type: string; isJson: boolean };

/** Rows with known columns: a table, a view, or what a function returns. */
export type Relation = { name: string; columns: ReadonlyMap<string, Column> };
export type Table = Relation & { primaryKey: readonly string[] };

/** `fromColumns` of table `from` point to `toColumns` of table `to`, in the same order. */
export type ForeignKey = {
  constraint: string;
  from: string;
  fromColumns: readonly string[];
  to: string;
  toColumns: readonly string[];
  /** The pointing columns are unique, so the way back leads to one row too. */
  isOneToOne: boolean;
};

export type Parameter = { name: string; type: string; isRequired: boolean; isVariadic: boolean };

export type Routine = {
  name: string;
  parameters: readonly Parameter[];
  isVolatile: boolean;
  isSet: boolean;
  /** `rows` has columns, of table `table` when it returns that table's rows. */
  returns:
    | { kind: 'void' }
    | { kind: 'scalar' }
    | { kind: 'rows'; columns: ReadonlyMap<string, Column>; table: string | null };
};

/** What schema `public` holds, as far as requests can name it. */
export type Catalogue = {
  tables: ReadonlyMap<string, Table>;
  foreignKeys: readonly ForeignKey[];
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** Enum and domain types, which a cast may name beside the built-in ones. */
  types: ReadonlySet<string>;
};

/** The catalogue of a database, read at first use and kept until `reload`. */
export type CatalogueSource = { read: () => Promise<Catalogue>; reload: () => void };

export function catalogueOf(database: Pick<Database, 'pool'>): CatalogueSource {
  let kept: Promise<Catalogue> | null = null;
  const forget = () => {
    kept = null;
  };
  return {
    read: () => {
      kept ??= readCatalogue(database).catch((error: unknown) => {
        forget();
        throw error;
      });
      return kept;
    },
    reload: forget,
  };
}

// The shape that catalogueQuery prints.
type Printed = {
  tables: { name: string; columns: Column[]; primaryKey: string[] }[];
  foreignKeys: ForeignKey[];
  routines: {
    name: string;
    parameters: Parameter[];
    isVolatile: boolean;
    isSet: boolean;
    kind: 'void' | 'scalar' | 'rows';
    columns: Column[] | null;
    table: string | null;
  }[];
  types: string[];
};

async function readCatalogue(database: Pick<Database, 'pool'>): Promise<Catalogue> {
  const client = await database.pool.connect();
  try {
    await client.query('begin read only');
    await client.query("set local search_path = ''");
    const { rows } = await client.query<{ catalogue: string }>(catalogueQuery);
    await client.query('commit');
    client.release();
    return catalogueFrom(JSON.parse(rows[0]?.catalogue ?? '{}') as Printed);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function catalogueFrom(printed: Printed): Catalogue {
  const tables = new Map(
    printed.tables.map((table) => [table.name, { ...table, columns: byName(table.columns) }]),
  );
  const routines = new Map<string, Routine[]>();
  for (const { kind, columns, table, ...rest } of printed.routines) {
    const known = table === null ? undefined : tables.get(table);
    const returns: Routine['returns'] =
      kind === 'rows'
        ? { kind, columns: known?.columns ?? byName(columns ?? []), table: known?.name ?? null }
        : { kind };
    routines.set(rest.name, [...(routines.get(rest.name) ?? []), { ...rest, returns }]);
  }
  return { tables, routines, foreignKeys: printed.foreignKeys, types: new Set(printed.types) };
}

const byName = (columns: readonly Column[]): ReadonlyMap<string, Column> =>
  new Map(columns.map((column) => [column.name, column]));

import type { Column, Relation } from './catalogue.ts';
import { unknownPayloadColumn } from './errors.ts';
import { joined, quoted, sql, trusted, type Sql } from './sql.ts';

/** The columns a payload names, from the catalogue. */
export const payloadColumns = (relation: Relation, names: readonly string[]): Column[] =>
  names.map((name) => {
    const column = relation.columns.get(name);
    if (!column) throw unknownPayloadColumn(relation.name, name);
    return column;
  });

type Named = { name: string; type: string };

const listed = (columns: readonly Named[], show: (column: Named) => Sql): Sql =>
  joined(columns.map(show), ', ');

export const namesOf = (columns: readonly Named[]) => listed(columns, ({ name }) => quoted(name));

export const bodyFields = (columns: readonly Named[]) =>
  listed(columns, ({ name }) => sql`"body".${quoted(name)}`);

/** Names and types, as a function that returns records wants them. */
export const definitions = (columns: readonly Named[]) =>
  listed(columns, ({ name, type }) => sql`${quoted(name)} ${trusted(type)}`);

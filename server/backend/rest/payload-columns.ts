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

export const namesOf = (columns: readonly Named[]): Sql =>
  joined(
    columns.map(({ name }) => quoted(name)),
    ', ',
  );

export const bodyFields = (columns: readonly Named[]): Sql =>
  joined(
    columns.map(({ name }) => sql`"body".${quoted(name)}`),
    ', ',
  );

/** Names and types, as a function that returns records wants them. */
export const definitions = (columns: readonly Named[]): Sql =>
  joined(
    columns.map(({ name, type }) => sql`${quoted(name)} ${trusted(type)}`),
    ', ',
  );

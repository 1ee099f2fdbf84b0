import type { Catalogue } from './catalogue.ts';
import { unknownType } from './errors.ts';
import { quoted, sql, trusted, type Sql } from './sql.ts';

const builtIn = new Set([
  'bigint',
  'bool',
  'boolean',
  'bytea',
  'char',
  'date',
  'decimal',
  'double precision',
  'float4',
  'float8',
  'int',
  'int2',
  'int4',
  'int8',
  'integer',
  'interval',
  'json',
  'jsonb',
  'numeric',
  'real',
  'smallint',
  'text',
  'time',
  'timestamp',
  'timestamptz',
  'timetz',
  'tsvector',
  'uuid',
  'varchar',
]);

/** The type a cast in `select` names: a built-in one, or an enum or domain of the schema. */
export function castType(catalogue: Catalogue, name: string): Sql {
  const lower = name.toLowerCase();
  if (builtIn.has(lower)) return trusted(lower);
  if (catalogue.types.has(name)) return sql`public.${quoted(name)}`;
  throw unknownType(name);
}

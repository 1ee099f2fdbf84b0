import type { Pool } from 'pg';

type Argument = { name: string; type: string; isOptional: boolean };

type SqlFunction = {
  function: string;
  arguments: Argument[];
  returns: string;
  /** The roles that may call it. */
  callers: string[];
};

type Column = {
  column: string;
  type: string;
  /** A row can't be inserted without it. */
  isRequired: boolean;
  isNullable: boolean;
  /** "role privilege", such as "anon select". */
  rights: string[];
};

/** What the processes of a version use in the database. */
export type Interface = (SqlFunction | Column)[];

const roles = `unnest(array['anon', 'authenticated', 'service_role']) as role`;

const functions = `
  select
    format('%s.%s', nspname, proname) as function,
    returned as returns,
    array(select role from ${roles} where has_function_privilege(role, pg_proc.oid, 'execute') order by role) as callers,
    coalesce((
      select jsonb_agg(jsonb_build_object('name', name, 'type', type::regtype, 'isOptional', place > pronargs - pronargdefaults) order by place)
      from unnest(proargtypes::oid[], proargnames[:pronargs]) with ordinality as argument (type, name, place)
    ), '[]') as arguments
  from pg_proc
  join pg_namespace on pg_namespace.oid = pronamespace
  cross join lateral pg_get_function_result(pg_proc.oid) as returned
  where (nspname = 'public' or format('%s.%s', nspname, proname) = any ($1))
    and prokind = 'f' and returned <> 'trigger'
    and not exists (select from pg_depend where deptype = 'e' and classid = 'pg_proc'::regclass and objid = pg_proc.oid)
  order by 1, oidvectortypes(proargtypes)`;

const columns = `
  select
    format('%s.%s.%s', nspname, relname, attname) as column,
    format_type(atttypid, atttypmod) as type,
    attnotnull and not atthasdef and attidentity = '' and relkind in ('r', 'p') as "isRequired",
    not attnotnull as "isNullable",
    array(
      select format('%s %s', role, action)
      from ${roles}, unnest(array['select', 'insert', 'update']) as action
      where has_column_privilege(role, pg_class.oid, attnum, action)
      order by 1
    ) as rights
  from pg_attribute
  join pg_class on pg_class.oid = attrelid
  join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('public', 'private', 'auth', 'storage') and relkind in ('r', 'p', 'v', 'm')
    and attnum > 0 and not attisdropped
  order by 1`;

/** The functions that the data interface offers, those of `alsoCalled`, and every column. */
export async function readInterface(
  pool: Pick<Pool, 'query'>,
  alsoCalled: readonly string[],
): Promise<Interface> {
  const called = await pool.query<SqlFunction>(functions, [alsoCalled]);
  const found = await pool.query<Column>(columns);
  return [...called.rows, ...found.rows];
}

export const nameOf = (part: Interface[number]) =>
  'function' in part
    ? `${part.function}(${part.arguments.map(({ name }) => name).join(', ')})`
    : part.column;

/**
 * What a process of the released version can no longer do on a database with today's interface: a sentence for each
 * function or column, by its name.
 */
export function brokenParts(released: Interface, today: Interface): Map<string, string> {
  const broken = new Map<string, string>();
  const [was, is] = [split(released), split(today)];
  for (const former of was.functions) {
    const problem = problemOfCall(
      former,
      is.functions.filter((one) => one.function === former.function),
    );
    if (problem) broken.set(nameOf(former), problem);
  }
  const columnsNow = new Map(is.columns.map((one) => [one.column, one]));
  for (const former of was.columns) {
    const problem = problemOfColumn(former, columnsNow.get(former.column));
    if (problem) broken.set(former.column, problem);
  }
  const known = new Set(was.columns.map(({ column }) => column));
  const tables = new Set(was.columns.map(({ column }) => tableOf(column)));
  for (const { column, isRequired } of is.columns) {
    if (isRequired && !known.has(column) && tables.has(tableOf(column)))
      broken.set(column, 'is new and required: the former version inserts rows without it');
  }
  return broken;
}

const split = (parts: Interface) => ({
  functions: parts.filter((part): part is SqlFunction => 'function' in part),
  columns: parts.filter((part): part is Column => 'column' in part),
});

const tableOf = (column: string) => column.slice(0, column.lastIndexOf('.'));

// A call names its arguments: all of them, or those without a default.
function problemOfCall(former: SqlFunction, today: SqlFunction[]): string | null {
  if (today.length === 0) return 'is gone';
  for (const given of [former.arguments, former.arguments.filter((one) => !one.isOptional)]) {
    const answering = today.filter((one) => accepts(one, given));
    const call = `with (${given.map(({ name }) => name).join(', ')})`;
    if (answering.length === 0) return `can't be called ${call}`;
    if (answering.length > 1) return `is ambiguous when called ${call}`;
    const [one] = answering;
    if (one?.returns !== former.returns) return `returned ${former.returns}`;
    const refused = former.callers.filter((role) => !one.callers.includes(role));
    if (refused.length > 0) return `can't be called by ${refused.join(', ')}`;
  }
  return null;
}

const accepts = ({ arguments: taken }: SqlFunction, given: Argument[]) =>
  given.every(({ name, type }) => taken.some((one) => one.name === name && one.type === type)) &&
  taken.every(({ name, isOptional }) => isOptional || given.some((one) => one.name === name));

function problemOfColumn(former: Column, today: Column | undefined): string | null {
  if (!today) return 'is gone';
  if (today.type !== former.type) return `was of the type ${former.type}`;
  if (today.isRequired && !former.isRequired) return 'was not required';
  if (former.isNullable && !today.isNullable) return 'could be null';
  const lost = former.rights.filter((right) => !today.rights.includes(right));
  return lost.length > 0 ? `lost the rights ${lost.join(', ')}` : null;
}

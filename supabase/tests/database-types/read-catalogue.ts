import type { Pool } from 'pg';

export type Column = {
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
  /** The values that a check allows; null for any text. */
  words: string[] | null;
};

type ForeignKey = {
  foreignKeyName: string;
  columns: string[];
  isOneToOne: boolean;
  referencedRelation: string;
  referencedColumns: string[];
};

export type Relation = {
  name: string;
  kind: 'table' | 'view';
  columns: Column[];
  foreignKeys: ForeignKey[];
};

export type Argument = { name: string; type: string; hasDefault: boolean; isNullable: boolean };

export type SqlFunction = {
  name: string;
  args: Argument[];
  returnType: string;
  returnsSet: boolean;
  /** The table whose rows it returns. */
  returnsTable: string | null;
  /** The columns of `returns table (…)`. */
  returnColumns: { name: string; type: string }[];
};

export type Catalogue = { relations: Relation[]; functions: SqlFunction[] };

const relations = `
  select
    c.relname as name,
    case c.relkind when 'v' then 'view' else 'table' end as kind,
    (
      select json_agg(json_build_object(
        'name', a.attname,
        'type', t.typname,
        'isNullable', not a.attnotnull,
        'hasDefault', a.atthasdef,
        'isGenerated', a.attgenerated <> '',
        'words', (
          select array(select word[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''', 'g') word)
          from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^]]+\\]\\)\\)\\)'
        )
      ) order by a.attname)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    (
      select coalesce(json_agg(json_build_object(
        'foreignKeyName', k.conname,
        'columns', (select json_agg(a.attname order by n) from unnest(k.conkey) with ordinality x (num, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = x.num),
        'isOneToOne', exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
          and i.indpred is null and string_to_array(i.indkey::text, ' ')::int2[] = k.conkey),
        'referencedRelation', r.relname,
        'referencedColumns', (select json_agg(a.attname order by n) from unnest(k.confkey) with ordinality x (num, n)
          join pg_attribute a on a.attrelid = r.oid and a.attnum = x.num)
      ) order by k.conname), '[]')
      from pg_constraint k join pg_class r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and r.relnamespace = c.relnamespace
    ) as "foreignKeys"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  order by c.relname`;

const functions = `
  select
    p.proname as name,
    (
      select coalesce(json_agg(json_build_object(
        'name', p.proargnames[n],
        'type', t.typname,
        'hasDefault', n > p.pronargs - p.pronargdefaults,
        'isNullable', coalesce(pg_get_function_arg_default(p.oid, n::int) like 'NULL%', false)
      ) order by p.proargnames[n]), '[]')
      from unnest(p.proargtypes::oid[]) with ordinality x (type, n) join pg_type t on t.oid = x.type
    ) as args,
    r.typname as "returnType",
    p.proretset as "returnsSet",
    case when r.typtype = 'c' then r.typname end as "returnsTable",
    (
      select coalesce(json_agg(json_build_object('name', p.proargnames[n], 'type', t.typname) order by n), '[]')
      from unnest(p.proallargtypes) with ordinality x (type, n) join pg_type t on t.oid = x.type
      where p.proargmodes[n] = 't'
    ) as "returnColumns"
  from pg_proc p join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  order by p.proname`;

/** The part of a database that the REST interface shows: the schema `public`. */
export async function readCatalogue(pool: Pool): Promise<Catalogue> {
  const tables = await pool.query<Relation>(relations);
  const procedures = await pool.query<SqlFunction>(functions);
  return { relations: tables.rows, functions: procedures.rows };
}

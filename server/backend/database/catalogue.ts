import type { Pool } from 'pg';

type Query = Pick<Pool, 'query'>;

/** The kind of the line's object; its first word. */
type Kind = keyof typeof facts | 'row';

// Schemas of the host and the migrations, without PostgreSQL's and extensions' own.
const schemas = `('public', 'private', 'auth', 'storage')`;
const role = (id: string) => `case ${id} when 0 then 'everybody' else ${id}::regrole::text end`;
const notOfExtension = (id: string, catalogue: string) =>
  `not exists (select from pg_depend where deptype = 'e' and classid = '${catalogue}'::regclass and objid = ${id})`;

/** Tables, views and the like; `name` is qualified. */
const relations = `(
  select pg_class.*, format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname in ${schemas}
) as relation`;

const procedures = `(
  select pg_proc.*, format('%I.%I(%s)', nspname, proname, oidvectortypes(proargtypes)) as name
  from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
  where nspname in ${schemas} and ${notOfExtension('pg_proc.oid', 'pg_proc')}
) as procedure`;

// Each query returns an object's name and a fact about it. MAINTAIN exists in PostgreSQL 17 and later.
const facts = {
  schema: `select nspname as name, '' as fact from pg_namespace where nspname in ${schemas}`,
  extension: `select extname as name, 'in ' || extnamespace::regnamespace as fact from pg_extension where extname <> 'plpgsql'`,
  function: `select name, format('(%s) returns %s', pg_get_function_arguments(oid), pg_get_function_result(oid)) as fact from ${procedures}`,
  behaviour: `
    select name, concat_ws(', ', lanname, 'kind ' || prokind::text, 'volatility ' || provolatile::text, 'parallel ' || proparallel::text,
      case when prosecdef then 'security definer' end, case when proisstrict then 'strict' end,
      case when proleakproof then 'leakproof' end, 'cost ' || procost, 'rows ' || prorows, array_to_string(proconfig, ', ')) as fact
    from ${procedures} join pg_language on pg_language.oid = prolang`,
  body: `select name, coalesce(pg_get_function_sqlbody(oid), prosrc) as fact from ${procedures}`,
  relation: `
    select name, concat_ws(', ', 'kind ' || relkind::text, 'persistence ' || relpersistence::text, 'replica identity ' || relreplident::text,
      case when relrowsecurity then 'row security' end, case when relforcerowsecurity then 'forced' end,
      array_to_string(reloptions, ', ')) as fact
    from ${relations} where relkind not in ('i', 'I', 't', 'c')`,
  view: `select name, pg_get_viewdef(relation.oid) as fact from ${relations} where relkind in ('v', 'm')`,
  // Newer releases of PostgreSQL, such as 15.20, keep a number of their own among the options: `pg_attver`.
  column: `
    select name || '.' || attname as name, concat_ws(', ',
      rank() over (partition by attrelid order by attnum)::text, format_type(atttypid, atttypmod), 'storage ' || attstorage::text,
      case when attcompression <> '' then 'compression ' || attcompression::text end,
      case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid), 'identity ' || nullif(attidentity::text, ''),
      'generated ' || nullif(attgenerated::text, ''),
      (select string_agg(option, ', ' order by place) from unnest(attoptions) with ordinality as options (option, place)
       where option not like 'pg\\_%')) as fact
    from ${relations} join pg_attribute on attrelid = relation.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind not in ('i', 'I', 'S', 't')`,
  // Not null is a fact of the column; newer versions of PostgreSQL list it here, too.
  constraint: `
    select name || ' ' || conname as name, pg_get_constraintdef(pg_constraint.oid) as fact
    from ${relations} join pg_constraint on conrelid = relation.oid where contype not in ('n', 't')`,
  index: `
    select relation.name, concat_ws(', ', pg_get_indexdef(indexrelid), case when indisclustered then 'clustered' end,
      case when indisreplident then 'replica identity' end, case when not indisvalid then 'invalid' end) as fact
    from ${relations} join pg_index on indexrelid = relation.oid where relkind <> 't' and indrelid not in (select oid from pg_class where relkind = 't')`,
  trigger: `
    select name || ' ' || tgname as name, concat_ws(', ', pg_get_triggerdef(pg_trigger.oid), 'enabled ' || tgenabled::text) as fact
    from ${relations} join pg_trigger on tgrelid = relation.oid where not tgisinternal`,
  policy: `
    select name || ' "' || polname || '"' as name, concat_ws(', ', case when polpermissive then 'permissive' else 'restrictive' end,
      'command ' || polcmd::text, 'to ' || (select string_agg(${role('id')}, ' ' order by ${role('id')}) from unnest(polroles) as id),
      'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid)) as fact
    from ${relations} join pg_policy on polrelid = relation.oid`,
  sequence: `
    select name, concat_ws(', ', format_type(seqtypid, null), 'from ' || seqstart, 'by ' || seqincrement, seqmin || ' to ' || seqmax,
      'cache ' || seqcache, case when seqcycle then 'cycle' end) as fact
    from ${relations} join pg_sequence on seqrelid = relation.oid`,
  type: `
    select format('%I.%I', nspname, typname) as name, concat_ws(', ', 'kind ' || typtype::text, format_type(nullif(typbasetype, 0), typtypmod),
      (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid)) as fact
    from pg_type join pg_namespace on pg_namespace.oid = typnamespace
    where nspname in ${schemas} and typtype in ('d', 'e', 'r') and ${notOfExtension('pg_type.oid', 'pg_type')}`,
  grant: `
    select thing.name, format('%s to %s%s', string_agg(privilege_type, ' ' order by privilege_type), ${role('grantee')},
      case when is_grantable then ' (and may pass it on)' end) as fact
    from (
      select 'schema ' || nspname as name, coalesce(nspacl, acldefault('n', nspowner)) as acl, nspowner as owner from pg_namespace where nspname in ${schemas}
      union all
      select name, coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)), relowner
      from ${relations} where relkind not in ('i', 'I', 't', 'c')
      union all
      select name || '.' || attname, attacl, relowner from ${relations} join pg_attribute on attrelid = relation.oid
      where attacl is not null and not attisdropped
      union all
      select name, coalesce(proacl, acldefault('f', proowner)), proowner from ${procedures}
      union all
      select 'what is made in ' || coalesce(defaclnamespace::regnamespace::text, 'any schema') || ', kind ' || defaclobjtype::text, defaclacl, defaclrole
      from pg_default_acl
    ) as thing, aclexplode(acl)
    where grantee <> owner and privilege_type <> 'MAINTAIN'
    group by thing.name, grantee, is_grantable`,
  comment: `
    select identity as name, description as fact
    from pg_description, pg_identify_object(classoid, objoid, objsubid)
    where (schema in ${schemas} or identity in ${schemas} or split_part(identity, '.', 1) in ${schemas})
      and (classoid <> 'pg_namespace'::regclass or identity <> 'public')
      and not exists (select from pg_depend where deptype = 'e' and classid = classoid and objid = objoid)`,
} as const;

const seededTables = `
  select name, array(
    select attname::text from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = relation.oid and attnum > 0 and pg_get_expr(adbin, adrelid) ~ 'gen_random_uuid|now\\(\\)'
  ) as by_chance
  from ${relations} where relkind = 'r' order by name`;

/**
 * The contents of a database as sorted lines "kind name: fact": everything the schemas define, and the rows of
 * every table without random ids and clock times. Two databases on one server are equal if and only if their lines
 * are; another version of PostgreSQL may print an expression differently.
 */
export async function readCatalogue(database: Query): Promise<string[]> {
  const lines: string[] = [];
  const add = (kind: Kind, { name, fact }: { name: string; fact: string | null }) =>
    lines.push(`${kind} ${name}: ${JSON.stringify(fact ?? '').slice(1, -1)}`);
  for (const [kind, sql] of Object.entries(facts)) {
    const { rows } = await database.query<{ name: string; fact: string | null }>(sql);
    for (const row of rows) add(kind as Kind, row);
  }
  const { rows } = await database.query<{ name: string; by_chance: string[] }>(seededTables);
  for (const { name, by_chance } of rows) {
    const seeds = await database.query<{ fact: string }>(
      `select (to_jsonb(it) - $1::text[])::text as fact from ${name} as it`,
      [by_chance],
    );
    for (const { fact } of seeds.rows) add('row', { name, fact });
  }
  return lines.sort();
}

/**
 * One statement that returns the contents of schema `public` as JSON. It runs with an empty search path, so that
 * types have their schema; -1 as type modifier, because without one `character` would mean one character.
 */
export const catalogueQuery = `
select json_build_object(
  'tables', (
    select coalesce(json_agg(json_build_object(
      'name', tab.relname,
      'columns', (
        select coalesce(json_agg(json_build_object(
          'name', att.attname,
          'type', pg_catalog.format_type(att.atttypid, -1)
        ) order by att.attnum), '[]')
        from pg_catalog.pg_attribute att
        where att.attrelid = tab.oid and att.attnum > 0 and not att.attisdropped
      )
    )), '[]')
    from pg_catalog.pg_class tab
    where tab.relnamespace = 'public'::regnamespace and tab.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  'routines', (
    select coalesce(json_agg(json_build_object(
      'name', fun.proname,
      'isVolatile', fun.provolatile = 'v',
      'isSet', fun.proretset,
      'returns', case
        when fun.prorettype = 'void'::regtype then 'void'
        when ret.typtype = 'c' or fun.prorettype = 'record'::regtype
          or coalesce(fun.proargmodes::text[] && '{t,b,o}', false) then 'rows'
        else 'scalar'
      end,
      'parameters', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce(fun.proargnames[arg.position], ''),
          'type', pg_catalog.format_type(arg.type, -1),
          'isRequired', arg.nth <= fun.pronargs - fun.pronargdefaults
        ) order by arg.position), '[]')
        from (
          select every.type, every.position,
            row_number() over (order by every.position) as nth
          from unnest(coalesce(fun.proallargtypes, fun.proargtypes::oid[]))
            with ordinality as every(type, position)
          where coalesce(fun.proargmodes[every.position], 'i') in ('i', 'b')
        ) arg
      )
    ) order by fun.oid), '[]')
    from pg_catalog.pg_proc fun
    join pg_catalog.pg_type ret on ret.oid = fun.prorettype
    where fun.pronamespace = 'public'::regnamespace and fun.prokind = 'f' and fun.provariadic = 0
      and ret.typname not in ('trigger', 'event_trigger', 'internal')
      and not exists (
        select from pg_catalog.pg_depend dep
        where dep.classid = 'pg_catalog.pg_proc'::regclass
          and dep.objid = fun.oid and dep.deptype = 'e'
      )
  )
)::text as catalogue`;

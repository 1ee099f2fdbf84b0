/**
 * One statement that prints what schema `public` holds as one JSON text. It runs with an empty
 * search path, so that types are printed with their schema; -1 as type modifier, because without
 * one `character` would be printed, which means one character.
 */
export const catalogueQuery = `
select json_build_object(
  'tables', (
    select coalesce(json_agg(json_build_object(
      'name', tab.relname,
      'columns', (
        select coalesce(json_agg(json_build_object(
          'name', att.attname,
          'type', pg_catalog.format_type(att.atttypid, -1),
          'isJson', att.atttypid in ('json'::regtype, 'jsonb'::regtype)
        ) order by att.attnum), '[]')
        from pg_catalog.pg_attribute att
        where att.attrelid = tab.oid and att.attnum > 0 and not att.attisdropped
      ),
      'primaryKey', (
        select coalesce(json_agg(att.attname order by key.position), '[]')
        from pg_catalog.pg_constraint con,
          unnest(con.conkey) with ordinality as key(attnum, position),
          pg_catalog.pg_attribute att
        where con.conrelid = tab.oid and con.contype = 'p'
          and att.attrelid = tab.oid and att.attnum = key.attnum
      )
    )), '[]')
    from pg_catalog.pg_class tab
    where tab.relnamespace = 'public'::regnamespace and tab.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'constraint', con.conname,
      'from', source.relname,
      'to', target.relname,
      'fromColumns', (
        select json_agg(att.attname order by key.position)
        from unnest(con.conkey) with ordinality as key(attnum, position),
          pg_catalog.pg_attribute att
        where att.attrelid = con.conrelid and att.attnum = key.attnum
      ),
      'toColumns', (
        select json_agg(att.attname order by key.position)
        from unnest(con.confkey) with ordinality as key(attnum, position),
          pg_catalog.pg_attribute att
        where att.attrelid = con.confrelid and att.attnum = key.attnum
      ),
      'isOneToOne', exists (
        select from pg_catalog.pg_constraint uniq
        where uniq.conrelid = con.conrelid and uniq.contype in ('p', 'u')
          and uniq.conkey <@ con.conkey and uniq.conkey @> con.conkey
      )
    ) order by con.conname), '[]')
    from pg_catalog.pg_constraint con
    join pg_catalog.pg_class source on source.oid = con.conrelid
    join pg_catalog.pg_class target on target.oid = con.confrelid
    where con.contype = 'f' and con.conparentid = 0
      and source.relnamespace = 'public'::regnamespace
      and target.relnamespace = 'public'::regnamespace
  ),
  'routines', (
    select coalesce(json_agg(json_build_object(
      'name', fun.proname,
      'isVolatile', fun.provolatile = 'v',
      'isSet', fun.proretset,
      'kind', case
        when fun.prorettype = 'void'::regtype then 'void'
        when ret.typtype = 'c' or fun.prorettype = 'record'::regtype
          or coalesce(fun.proargmodes::text[] && '{t,b,o}', false) then 'rows'
        else 'scalar'
      end,
      'table', (
        select tab.relname from pg_catalog.pg_class tab
        where tab.oid = ret.typrelid and tab.relkind in ('r', 'p', 'v', 'm', 'f')
          and tab.relnamespace = 'public'::regnamespace
      ),
      'columns', case
        when coalesce(fun.proargmodes::text[] && '{t,b,o}', false) then (
          select json_agg(json_build_object(
            'name', coalesce(fun.proargnames[arg.position], 'column' || arg.position),
            'type', pg_catalog.format_type(arg.type, -1),
            'isJson', arg.type in ('json'::regtype, 'jsonb'::regtype)
          ) order by arg.position)
          from unnest(fun.proallargtypes) with ordinality as arg(type, position)
          where fun.proargmodes[arg.position] in ('t', 'b', 'o')
        )
        when ret.typtype = 'c' then (
          select json_agg(json_build_object(
            'name', att.attname,
            'type', pg_catalog.format_type(att.atttypid, -1),
            'isJson', att.atttypid in ('json'::regtype, 'jsonb'::regtype)
          ) order by att.attnum)
          from pg_catalog.pg_attribute att
          where att.attrelid = ret.typrelid and att.attnum > 0 and not att.attisdropped
        )
      end,
      'parameters', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce(fun.proargnames[arg.position], ''),
          'type', pg_catalog.format_type(arg.type, -1),
          'isRequired', arg.nth <= fun.pronargs - fun.pronargdefaults
            and coalesce(fun.proargmodes[arg.position], 'i') <> 'v',
          'isVariadic', coalesce(fun.proargmodes[arg.position], 'i') = 'v'
        ) order by arg.position), '[]')
        from (
          select every.type, every.position,
            row_number() over (order by every.position) as nth
          from unnest(coalesce(fun.proallargtypes, fun.proargtypes::oid[]))
            with ordinality as every(type, position)
          where coalesce(fun.proargmodes[every.position], 'i') in ('i', 'b', 'v')
        ) arg
      )
    ) order by fun.oid), '[]')
    from pg_catalog.pg_proc fun
    join pg_catalog.pg_type ret on ret.oid = fun.prorettype
    where fun.pronamespace = 'public'::regnamespace and fun.prokind = 'f'
      and ret.typname not in ('trigger', 'event_trigger', 'internal')
      and not exists (
        select from pg_catalog.pg_depend dep
        where dep.classid = 'pg_catalog.pg_proc'::regclass
          and dep.objid = fun.oid and dep.deptype = 'e'
      )
  ),
  'types', (
    select coalesce(json_agg(typ.typname order by typ.typname), '[]')
    from pg_catalog.pg_type typ
    where typ.typnamespace = 'public'::regnamespace and typ.typtype in ('e', 'd')
  )
)::text as catalogue`;

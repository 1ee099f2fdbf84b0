import type { Pool } from 'pg';

/** Whether the object belongs to an extension. */
export const cameWithExtension = (id: string, catalogue: string) =>
  `exists (select from pg_depend where deptype = 'e' and classid = '${catalogue}'::regclass and objid = ${id})`;

// The privileges of each role on each object, from the catalogue; leaves out a privilege that only PostgreSQL 17
// and later have.
const everyGrant = `
  with things as (
    select 'schema' as kind, nspname::text as name, 0 as place, null::text as part,
      coalesce(nspacl, acldefault('n', nspowner)) as acl, oid as schema
    from pg_namespace
    union all
    select case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
      relnamespace::regnamespace::text || '.' || relname::text, 0, null,
      coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)), relnamespace
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select case relkind when 'v' then 'view' else 'table' end,
      relnamespace::regnamespace::text || '.' || relname::text, attnum, attname::text, attacl, relnamespace
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attacl is not null and attnum > 0 and not attisdropped
    union all
    select 'function', pronamespace::regnamespace::text || '.' || proname || '(' || oidvectortypes(proargtypes) || ')', 0, null,
      coalesce(proacl, acldefault('f', proowner)), pronamespace
    from pg_proc
    where not ${cameWithExtension('pg_proc.oid', 'pg_proc')}
  ), grants as (
    select kind, name, place, part, lower(privilege_type) as privilege,
      case grantee when 0 then 'everybody' else grantee::regrole::text end
        || case when is_grantable then ' (and may pass it on)' else '' end as role
    from things, aclexplode(acl)
    where schema::regnamespace::text !~ '^(pg_|information_schema)'
      and privilege_type <> 'MAINTAIN'
      and (grantee = 0 or grantee::regrole::text in ('anon', 'authenticated', 'service_role'))
  ), by_privilege as (
    select kind, name, role, privilege || coalesce(' (' || string_agg(part, ', ' order by place) || ')', '') as privilege
    from grants
    group by kind, name, role, privilege, part is null
  )
  select format('%s %s | %s | %s', kind, name, role, string_agg(privilege, '; ' order by privilege)) as grant
  from by_privilege
  group by kind, name, role`;

/** One line for each object and role with a privilege. */
export async function readGrants(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ grant: string }>(everyGrant);
  return rows.map((row) => row.grant).sort();
}

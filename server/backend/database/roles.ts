import type { Pool, PoolClient } from 'pg';
import { ConfigurationError } from '../../config.ts';

// On PostgreSQL 16 and newer a member may lack the right to take on the role.
const readMissing = `
  select
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    quote_ident(current_user) as "user",
    current_setting('server_version_num')::integer >= 160000 as "grantsHaveOptions",
    array(
      select name from unnest(array['anon', 'authenticated', 'service_role']) as name
      where not exists (
        select from pg_roles
        where
          rolname = name
          and (name <> 'service_role' or rolbypassrls)
          and pg_has_role(
            current_user,
            oid,
            case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end
          )
      )
    ) as missing`;

type Found = {
  isSuperuser: boolean;
  user: string;
  grantsHaveOptions: boolean;
  missing: string[];
};

async function findRoles(client: Pick<Pool | PoolClient, 'query'>): Promise<Found> {
  const { rows } = await client.query<Found>(readMissing);
  return rows[0] as Found;
}

/** Throws ConfigurationError when a role is missing that this user may not create. */
export async function refuseWithoutRoles(client: PoolClient): Promise<void> {
  const { isSuperuser, user, missing } = await findRoles(client);
  if (isSuperuser || missing.length === 0) return;
  throw new ConfigurationError(
    `The database user ${user} can't use the roles ${missing.join(', ')}: "npm run database:roles" prints the SQL that the administrator of the database runs once`,
  );
}

/** The SQL with which an administrator of the database gives its user the roles. It may run twice. */
export async function sqlForRoles(client: Pick<Pool, 'query'>): Promise<string> {
  const { user, grantsHaveOptions } = await findRoles(client);
  return [
    'do $$',
    'begin',
    createUnlessThere('anon'),
    createUnlessThere('authenticated'),
    createUnlessThere('service_role'),
    'end;',
    '$$;',
    'alter role service_role bypassrls;',
    `grant anon, authenticated, service_role to ${user}${grantsHaveOptions ? ' with inherit false, set true' : ''};`,
  ].join('\n');
}

const createUnlessThere = (role: string) =>
  `  if not exists (select from pg_roles where rolname = '${role}') then
    create role ${role} nologin noinherit;
  end if;`;

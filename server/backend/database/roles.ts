import type { Pool, PoolClient } from 'pg';
import { ConfigurationError } from '../../config.ts';

/** The roles that requests take on. */
const roles = ['anon', 'authenticated', 'service_role'];

// On PostgreSQL 16 and newer a member may lack the right to take on the role.
const readMissing = `
  select
    rolsuper as "isSuperuser",
    rolsuper or rolcreaterole as "maySucceed",
    quote_ident(current_user) as "user",
    current_setting('server_version_num')::integer >= 160000 as "grantsHaveOptions",
    array(
      select name from unnest($1::text[]) with ordinality as wanted (name, place)
      where not exists (
        select from pg_roles
        where
          rolname = name
          and pg_has_role(
            current_user,
            oid,
            case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end
          )
      )
      order by place
    ) as missing
  from pg_roles
  where rolname = current_user`;

type Found = {
  isSuperuser: boolean;
  /** A user with CREATEROLE may still lack the right to grant a role that another user made. */
  maySucceed: boolean;
  user: string;
  grantsHaveOptions: boolean;
  missing: string[];
};

type Queries = Pick<Pool | PoolClient, 'query'>;

const insufficientPrivilege = '42501';

async function findRoles(client: Queries): Promise<Found> {
  const { rows } = await client.query<Found>(readMissing, [roles]);
  return rows[0] as Found;
}

/** Creates and grants what is missing. Throws ConfigurationError if this user may not. */
export async function ensureRoles(client: Queries): Promise<void> {
  const found = await findRoles(client);
  if (found.missing.length === 0) return;
  const refusal = new ConfigurationError(
    `The database user ${found.user} can't use the roles ${found.missing.join(', ')}: "npm run database:roles" prints the SQL that the administrator of the database runs once`,
  );
  if (!found.maySucceed) throw refusal;
  try {
    await client.query(found.isSuperuser ? createRoles : sqlFor(found));
  } catch (error) {
    throw (error as { code?: string }).code === insufficientPrivilege ? refusal : error;
  }
}

/** The SQL with which an administrator of the database gives its user the roles. It may run twice. */
export const sqlForRoles = async (client: Queries): Promise<string> =>
  sqlFor(await findRoles(client));

const sqlFor = ({ user, grantsHaveOptions }: Found) =>
  [
    createRoles,
    `grant ${roles.join(', ')} to ${user}${grantsHaveOptions ? ' with inherit false, set true' : ''};`,
  ].join('\n');

// Roles belong to the whole cluster: another database, or a replica starting at the same moment, may have created them.
const createRoles = [
  'do $$',
  'begin',
  ...roles.map(
    (role) => `  begin
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin noinherit;
    end if;
  exception
    when duplicate_object or unique_violation then null;
  end;`,
  ),
  'end;',
  '$$;',
].join('\n');

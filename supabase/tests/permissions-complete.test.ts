import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { sandboxSchema } from '../../server/payments-sandbox/sandbox-schema.ts';
import { secretsSchema } from '../../server/secrets.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { sqlFunctions } from './function-cells.ts';
import { cameWithExtension, readGrants } from './grants.ts';
import { tables } from './permission-cells.ts';
import { buckets } from './storage-cells.ts';

describeEachDatabase('The role matrix', { both: 'access' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await sandboxSchema(database);
    await secretsSchema(database);
  });
  afterAll(() => database.close());

  const names = async (sql: string) =>
    (await database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort();

  describe('has cells for every', () => {
    test('table and view', async () => {
      const known = await names(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
      );
      expect(tables.map(({ name }) => name).sort()).toEqual(known);
    });

    test('SQL function', async () => {
      const known = await names(
        `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
      );
      expect(sqlFunctions.map(({ signature }) => signature).sort()).toEqual(known);
    });

    test('bucket', async () => {
      expect([...buckets].sort()).toEqual(await names('select id as name from storage.buckets'));
    });

    test('storage table with a policy for requests', async () => {
      const opened = await names(
        `select distinct tablename as name from pg_policies
         where schemaname = 'storage' and roles <> '{service_role}'`,
      );
      expect(opened).toEqual(['objects']);
    });
  });

  test('lists every grant: a new one is added to grants.txt', async () => {
    const grants = await readGrants(database.pool);
    await expect(`${grants.join('\n')}\n`).toMatchFileSnapshot('grants.txt');
  });

  test('lists every policy: a new one is added to policies.txt', async () => {
    const policies = await names(
      `select format('%s.%s | %s %s | %s | %s', schemaname, tablename, lower(permissive), lower(cmd), array_to_string(roles, ', '), policyname) as name
       from pg_policies`,
    );
    await expect(`${policies.join('\n')}\n`).toMatchFileSnapshot('policies.txt');
  });

  test('requires row-level security in every schema that requests reach', async () => {
    const open = await names(
      `select oid::regclass::text as name from pg_class
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
         and relkind in ('r', 'p') and not relrowsecurity`,
    );
    expect(open).toEqual([]);
  });

  test('has nothing that bypasses row-level security', async () => {
    const passing = await names(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace
         and (relkind in ('m', 'f')
           or relkind = 'v' and not coalesce(reloptions @> array['security_invoker=true'], false))
       union all
       select rolname from pg_roles
       where rolname in ('anon', 'authenticated') and (rolbypassrls or rolsuper or rolcreaterole)`,
    );
    expect(passing).toEqual([]);
  });

  test('shows server functions every row of a table that they are granted, without a role that bypasses it', async () => {
    const hidden = await names(
      `select oid::regclass::text as name from pg_class as relation
       where relkind in ('r', 'p') and relrowsecurity
         and has_any_column_privilege('service_role', oid, 'select, insert, update')
         and not exists (
           select from pg_policy
           where polrelid = relation.oid and polpermissive and polcmd = '*'
             and polroles = array['service_role'::regrole::oid]
             and pg_get_expr(polqual, polrelid) = 'true' and pg_get_expr(polwithcheck, polrelid) = 'true'
         )`,
    );
    expect(hidden).toEqual([]);
  });

  test('lets each role that writes a table call the functions of its indexes', async () => {
    const refused = await names(
      `select distinct format('%s: %s', role, call.refobjid::regprocedure) as name
       from pg_index
       join pg_depend as call on call.classid = 'pg_class'::regclass and call.objid = indexrelid
         and call.refclassid = 'pg_proc'::regclass
       cross join unnest(array['anon', 'authenticated']) as role
       where (has_any_column_privilege(role, indrelid, 'insert') or has_any_column_privilege(role, indrelid, 'update'))
         and not has_function_privilege(role, call.refobjid, 'execute')`,
    );
    expect(refused).toEqual([]);
  });

  test('has no function that depends on the caller’s search path', async () => {
    const turned = await names(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
         and not ${cameWithExtension('pg_proc.oid', 'pg_proc')}
         -- The names in a body of SQL's own are resolved when it is created.
         and prosqlbody is null
         and not coalesce(proconfig @> array['search_path=""'], false)`,
    );
    expect(turned).toEqual([]);
  });
});

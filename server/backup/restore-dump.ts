import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { ensureRoles } from '../backend/database/roles.ts';
import { verifyServer } from '../backend/database/verify-server.ts';
import { runProgram } from './programs.ts';

// A dump does not contain the schema itself, which stays. Objects of extensions stay too, and dependent objects go
// with the others.
const emptyPublic = `do $$
declare statement text;
begin
  foreach statement in array (
    select coalesce(array_agg(format('drop %s if exists %s cascade', kind, name) order by place), '{}')
    from (
      select oid, 'pg_class'::regclass, 1, oid::regclass::text,
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
          when 'f' then 'foreign table' else 'table' end
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace = 'public'::regnamespace
      union all
      select oid, 'pg_proc'::regclass, 2, oid::regprocedure::text, 'routine'
      from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select oid, 'pg_type'::regclass, 3, oid::regtype::text, 'type'
      from pg_type where typtype in ('e', 'd', 'r') and typnamespace = 'public'::regnamespace
    ) as those (id, catalogue, place, name, kind)
    where not exists (
      select from pg_depend where classid = catalogue and objid = id and deptype in ('e', 'a', 'i')
    )
  )
  loop
    execute statement;
  end loop;
end; $$;`;

/**
 * Replaces the contents of that database with a dump, all or nothing: a failed restore changes nothing. The
 * database is emptied first, because additions of a later version depend on restored objects and would block the
 * next upgrade. `after` are statements for the restored database.
 */
export async function restoreDump(
  url: string,
  { dump, after }: { dump: string; after: string },
  folder: string,
): Promise<void> {
  await createRoles(url);
  const file = (name: string) => join(folder, name);
  const script = ['--no-owner', '--file'];
  await runProgram('pg_restore', url, ['--schema-only', ...script, file('schema.sql'), dump]);
  const schemas = (await readFile(file('schema.sql'), 'utf8')).matchAll(/^CREATE SCHEMA (.+);$/gm);
  const drops = Array.from(schemas, ([, name]) => `drop schema if exists ${name} cascade;`);
  await writeFile(
    file('empty.sql'),
    [`set client_min_messages = warning; set search_path = '';`, ...drops, emptyPublic].join('\n'),
  );
  await runProgram('pg_restore', url, [...script, file('restore.sql'), dump]);
  await writeFile(file('after.sql'), after);
  const atOnce = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction'];
  await runProgram('psql', url, [
    ...atOnce,
    `--file=${file('empty.sql')}`,
    `--file=${file('restore.sql')}`,
    `--file=${file('after.sql')}`,
    // A dump has no statistics. Without rights to the server's own tables, ANALYZE warns of each.
    '--command=set client_min_messages = error',
    '--command=analyze',
  ]);
}

async function createRoles(url: string) {
  const client = new Client({ connectionString: verifyServer(url) });
  try {
    await client.connect();
    await ensureRoles(client);
  } finally {
    await client.end();
  }
}

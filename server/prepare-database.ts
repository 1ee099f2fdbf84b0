import { isPasswordOf } from './backend/auth/passwords.ts';
import { ensureFirstAdministrator } from './backend/auth/first-administrator.ts';
import type { Database } from './backend/database/database.ts';
import { fillWithDemo } from './backend/database/demo.ts';
import { migrate } from './backend/database/migrate.ts';
import { checkSessions, unusable } from './backend/database/sessions.ts';
import { inTransaction } from './backend/database/transaction.ts';
import { unusablePassword } from './check-before-start.ts';
import type { Config } from './config.ts';
import { needFilled } from './former-database.ts';
import { secretsSchema } from './secrets.ts';

// Twice what PostgreSQL is given for a request: on one thread a statement also waits for nobody else.
const statementLimitMs = 30_000;

/**
 * Migrates the database and stores what each start needs. The first administrator is made here only with a given
 * password: a generated one can be told once the server listens (`welcomeOwner`). Returns what the owner should read.
 */
export async function prepareDatabase(database: Database, config: Config): Promise<string[]> {
  const { demo, adminPassword } = config;
  await checkSessions(config);
  if (database.kind === 'postgres') await reach(database);
  await needFilled(database, config);
  await migrate(database);
  await secretsSchema(database);
  const email = await publishedAddress(database);
  await database.pool.query('select public.set_info_email($1)', [email]);
  if (demo) await fillWithDemo(database);
  database.limitStatements?.(statementLimitMs);
  if (adminPassword === null) return [];
  try {
    const { created } = await ensureFirstAdministrator({
      database,
      email,
      password: adminPassword,
    });
    if (created || (await isAdministratorsPassword(database, adminPassword))) return [];
    return [
      'ADMIN_PASSWORD has no effect: there is an administrator already. For a new password run ' +
        '"npm run admin -- reset <email of an administrator>", and remove ADMIN_PASSWORD',
    ];
  } catch (error) {
    throw unusablePassword(error);
  }
}

/** Whether it is still what it made: then it may stay where it is set. */
async function isAdministratorsPassword({ pool }: Database, password: string): Promise<boolean> {
  const { rows } = await pool.query<{ encrypted: string | null }>(
    `select encrypted_password as encrypted from auth.users join public.admins on admins.user_id = users.id`,
  );
  for (const { encrypted } of rows) if (await isPasswordOf(encrypted, password)) return true;
  return false;
}

/** A line when an external scheduling page belongs to no service. Services are data, so it stops no start. */
export async function schedulingNotices({ pool }: Database, { schedulingPages }: Config) {
  const { rows } = await pool.query<{ ids: string[] }>(
    `select array(select jsonb_path_query(public.current_business(), '$.business.services[*].id') #>> '{}') as ids`,
  );
  const services = rows[0]?.ids ?? [];
  const known = new Set(['default', ...services]);
  return Object.keys(schedulingPages)
    .filter((id) => !known.has(id))
    .map(
      (id) =>
        `SCHEDULING_PAGES names ${id}, which is no service: its page is shown to nobody. The services: ${services.join(', ')}`,
    );
}

/** Makes the first administrator if there is none, and tells the generated password, which is kept nowhere. */
export async function welcomeOwner(database: Database, print: (line: string) => void) {
  const email = await publishedAddress(database);
  await ensureFirstAdministrator({
    database,
    email,
    printPassword: (password) =>
      print(`The first administrator is ${email}, with the password ${password} (shown only once)`),
  });
}

/** The info address of the published business. */
async function publishedAddress({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ email: string }>(
    `select public.current_business() #>> '{business,facts,infoEmail}' as email`,
  );
  return rows[0]?.email ?? '';
}

/** Throws ConfigurationError when the database doesn't answer, or refuses transactions. */
export async function reach({ pool }: Database) {
  try {
    await inTransaction({ pool }, (client) => client.query('select'));
  } catch (error) {
    throw unusable('DATABASE_URL', error);
  }
}

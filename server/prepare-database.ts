import { AuthFailure } from './backend/auth/errors.ts';
import { ensureFirstAdministrator } from './backend/auth/first-administrator.ts';
import type { Database } from './backend/database/database.ts';
import { fillWithDemo } from './backend/database/demo.ts';
import { migrate } from './backend/database/migrate.ts';
import { checkSessions, unusable } from './backend/database/sessions.ts';
import { inTransaction } from './backend/database/transaction.ts';
import { ConfigurationError, type Config } from './config.ts';
import { secretsSchema } from './secrets.ts';

// Twice what PostgreSQL is given for a request: on one thread a statement also waits for nobody else.
const statementLimitMs = 30_000;

/**
 * Migrates the database and stores what each start needs. The first administrator is made here only with a given
 * password: a generated one can be told once the server listens (`welcomeOwner`).
 */
export async function prepareDatabase(database: Database, config: Config) {
  const { demo, adminPassword } = config;
  await checkSessions(config);
  if (database.kind === 'postgres') await reach(database);
  await migrate(database);
  await secretsSchema(database);
  const email = await publishedAddress(database);
  await database.pool.query('select public.set_info_email($1)', [email]);
  if (demo) await fillWithDemo(database);
  database.limitStatements?.(statementLimitMs);
  if (adminPassword === null) return;
  try {
    await ensureFirstAdministrator({ database, email, password: adminPassword });
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    throw new ConfigurationError(`ADMIN_PASSWORD cannot be used. ${error.message}`);
  }
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

import { openDatabase, placeOf } from '../backend/database/database.ts';
import { migrate, needMigrated } from '../backend/database/migrate.ts';
import { sqlForRoles } from '../backend/database/roles.ts';
import { checkSessions } from '../backend/database/sessions.ts';
import { becomeOwner } from '../folder-owner.ts';
import { ConfigurationError, readConfig, type Config } from '../config.ts';
import { buildHost } from '../host.ts';
import { needDatabaseIn } from '../data-dir.ts';
import { forgetDatabase, needSameDatabase } from '../former-database.ts';
import { unsentIn } from '../mail/mail-place.ts';
import { hostLog } from '../host-log.ts';
import { connectedParts } from '../outside-world.ts';
import { reach } from '../prepare-database.ts';
import { secretsSchema } from '../secrets.ts';
import { askForCommand } from './ask-for-command.ts';
import { checkWords, helpOf, runCommand, useOf } from './commands.ts';
import { AdminCommandError } from './reset-administrator.ts';

// node dist/server/admin.js <command> [argument]
// node dist/server/admin.js roles    npm run database:roles, on a database that can't be migrated yet
const words = process.argv.slice(2);
const print = (line: string) => console.log(line);

try {
  if (words.length === 0 || words.includes('--help'))
    for (const line of helpOf(words[0])) print(line);
  else if (words.join(' ') === 'roles') await printRoles();
  else {
    checkWords(words);
    process.exit(await run(readConfig(process.env)));
  }
} catch (error) {
  const isPlain = error instanceof AdminCommandError || error instanceof ConfigurationError;
  console.error(isPlain ? error.message : error);
  // What a host has opened may outlive it.
  process.exit(1);
}

async function printRoles() {
  const { databaseUrl } = readConfig(process.env);
  if (!databaseUrl) throw new AdminCommandError('DATABASE_URL is missing: it names the database.');
  const database = await openDatabase({ connectionString: databaseUrl });
  try {
    await reach(database);
    print(await sqlForRoles(database.pool));
  } finally {
    await database.close();
  }
}

/** In the server that has the embedded database to itself, else here. */
async function run(config: Config): Promise<number> {
  const { databaseUrl, dataDir } = config;
  await becomeOwner(dataDir);
  if (words.join(' ') === 'disconnect database') return await leavePostgres(dataDir);
  await needSameDatabase(config);
  const asked = databaseUrl ? null : await askForCommand(dataDir, words, print);
  if (asked !== null) return asked;
  if (!databaseUrl) await needDatabaseIn(dataDir);
  return words[0] === 'run' ? await runOnHost(config) : await runOnDatabase(config);
}

async function leavePostgres(dataDir: string): Promise<number> {
  const wasThere = await forgetDatabase(dataDir);
  print(
    wasThere
      ? `Disconnected. A server without DATABASE_URL may start on the database in ${dataDir} now.`
      : `The data of ${dataDir} is in no PostgreSQL.`,
  );
  return 0;
}

// Jobs need what the server has: the payments, the mail server, the store of the photos.
async function runOnHost(config: Config) {
  const host = await buildHost(config, hostLog('error'));
  try {
    return await runCommand(words, host, print);
  } finally {
    await host.close();
  }
}

async function runOnDatabase(config: Config) {
  await checkSessions(config);
  const database = await openDatabase(placeOf(config));
  try {
    if (config.databaseUrl) await reach(database);
    const use = useOf(words);
    if (use === 'reads') await needMigrated(database);
    if (use === 'changes') {
      await migrate(database);
      await secretsSchema(database);
    }
    // Without a connection of its own this process cannot tell that the server has one.
    const isMailed = use !== 'nothing' && (await connectedParts(database)).mail !== undefined;
    const mailFolder = isMailed ? null : unsentIn(config);
    return await runCommand(
      words,
      { database, jobs: null, backups: config.backups, mailFolder },
      print,
    );
  } finally {
    await database.close();
  }
}

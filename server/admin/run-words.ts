import { openDatabase, placeOf } from '../backend/database/database.ts';
import { adopt } from '../backend/database/adoption/adopt.ts';
import { findApplied, migrate, needMigrated } from '../backend/database/migrate.ts';
import { sqlForRoles } from '../backend/database/roles.ts';
import { inTransaction } from '../backend/database/transaction.ts';
import { checkSessions } from '../backend/database/sessions.ts';
import type { Config } from '../config.ts';
import { needDatabaseIn } from '../data-dir.ts';
import { stuckDisk } from '../disk-room.ts';
import { becomeOwner } from '../folder-owner.ts';
import { forgetDatabase, needFilled, needSameDatabase } from '../former-database.ts';
import { hostLog } from '../host-log.ts';
import { buildHost } from '../host.ts';
import { unsentIn } from '../mail/mail-place.ts';
import { connectedParts } from '../outside-world.ts';
import { reach } from '../prepare-database.ts';
import { secretsSchema } from '../secrets.ts';
import { askForCommand } from './ask-for-command.ts';
import { runCommand, useOf } from './commands.ts';
import { AdminCommandError } from './reset-administrator.ts';

type Print = (line: string) => void;
type Words = readonly string[];

export async function printRoles({ databaseUrl }: Config, print: Print) {
  if (!databaseUrl) throw new AdminCommandError('DATABASE_URL is missing: it names the database.');
  const database = await openDatabase({ connectionString: databaseUrl });
  try {
    await reach(database);
    print(await sqlForRoles(database.pool));
  } finally {
    await database.close();
  }
}

/** For a hosted backend, whose databases no server migrates. Throws AdminCommandError, ConfigurationError. */
export async function adoptDatabase({ databaseUrl }: Config, print: Print) {
  if (!databaseUrl) throw new AdminCommandError('DATABASE_URL is missing: it names the database.');
  const database = await openDatabase({ connectionString: databaseUrl });
  try {
    await reach(database);
    const isAdopted = await inTransaction(
      { pool: database.direct },
      async (client) => await adopt(client, [...(await findApplied(client)).keys()]),
      { isLong: true },
    );
    print(isAdopted ? 'The database has the baseline now.' : 'There is nothing to adopt.');
  } finally {
    await database.close();
  }
}

/**
 * Runs a command that checkWords() accepts in the server that has the embedded database to itself, else here. Returns the
 * exit code. Throws AdminCommandError, ConfigurationError.
 */
export async function runWords(words: Words, config: Config, print: Print): Promise<number> {
  const { databaseUrl, dataDir } = config;
  await becomeOwner(dataDir);
  if (words.join(' ') === 'disconnect database') return await leavePostgres(dataDir, print);
  await needSameDatabase(config);
  const asked = databaseUrl ? null : await askForCommand(dataDir, [...words], print);
  if (asked !== null) return asked;
  if (!databaseUrl) await needDatabaseIn(dataDir);
  return words[0] === 'run'
    ? await runOnHost(words, config, print)
    : await runOnDatabase(words, config, print);
}

async function leavePostgres(dataDir: string, print: Print): Promise<number> {
  const wasThere = await forgetDatabase(dataDir);
  print(
    wasThere
      ? `Disconnected. A server without DATABASE_URL may start on the database in ${dataDir} now.`
      : `The data of ${dataDir} is in no PostgreSQL.`,
  );
  return 0;
}

// Jobs need what the server has: the payments, the mail server, the store of the photos.
async function runOnHost(words: Words, config: Config, print: Print) {
  const host = await buildHost(config, hostLog('error'));
  try {
    return await runCommand(words, host, print);
  } finally {
    await host.close();
  }
}

async function runOnDatabase(words: Words, config: Config, print: Print) {
  await checkSessions(config);
  const database = await openDatabase(placeOf(config));
  try {
    if (config.databaseUrl) await reach(database);
    const use = useOf(words);
    if (use === 'reads') await needMigrated(database);
    if (use === 'changes') {
      await needFilled(database, config);
      await migrate(database);
      await secretsSchema(database);
    }
    // Without a connection of its own this process cannot tell that the server has one.
    const isMailed = use !== 'nothing' && (await connectedParts(database)).mail !== undefined;
    const mailFolder = isMailed ? null : unsentIn(config);
    return await runCommand(
      words,
      {
        database,
        jobs: null,
        backups: config.backups,
        mailFolder,
        stuckDisk: () => stuckDisk(config.dataDir),
        dataDir: config.dataDir,
        connections: null,
      },
      print,
    );
  } finally {
    await database.close();
  }
}

import { openDatabase, type Database } from '../backend/database/database.ts';
import { migrate } from '../backend/database/migrate.ts';
import { sqlForRoles } from '../backend/database/roles.ts';
import { ConfigurationError, readConfig } from '../config.ts';
import { reach } from '../prepare-database.ts';
import { checkBooks } from './check-books.ts';
import { findStuck, type StuckRow } from './find-stuck.ts';
import { recountFigures } from './recount-figures.ts';
import { AdminCommandError, resetAdministrator } from './reset-administrator.ts';

type Command = {
  arguments: string;
  help: string;
  run: (database: Database, argument: string) => Promise<void>;
};

const commands: Record<string, Command> = {
  reset: {
    arguments: '<email of an administrator>',
    help: 'Sets a new password, removes the second factor and logs every device out.',
    run: reset,
  },
  recount: {
    arguments: '',
    help: 'Recounts the money reports and the rating from payments, refunds and reviews.',
    run: recount,
  },
  stuck: {
    arguments: '',
    help: 'Lists emails and refunds that failed or are being retried. Ends with 2 if there are any.',
    run: listStuck,
  },
  books: {
    arguments: '',
    help: 'Compares every booking with its payments and lists what differs. Ends with 2 if anything does.',
    run: listFindings,
  },
};

// node dist/server/admin.js <command> [argument]
// node dist/server/admin.js roles    npm run database:roles, on a database that can't be migrated yet
const [name = '--help', ...rest] = process.argv.slice(2);

try {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const wantsHelp = name === '--help' || rest.includes('--help');
  const needed = command?.arguments ? 1 : 0;
  if (wantsHelp)
    for (const line of helpOf(command ? [name] : Object.keys(commands))) console.log(line);
  else if (name === 'roles' && rest.length === 0) await printRoles();
  else if (command && rest.length === needed) {
    await onDatabase((database) => command.run(database, rest[0] ?? ''));
  } else {
    throw new AdminCommandError(`Usage:\n${helpOf(Object.keys(commands)).join('\n')}`);
  }
} catch (error) {
  const isPlain = error instanceof AdminCommandError || error instanceof ConfigurationError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

function helpOf(names: string[]): string[] {
  return names.flatMap((one) => [
    `npm run admin -- ${[one, commands[one]?.arguments].filter(Boolean).join(' ')}`,
    `    ${commands[one]?.help ?? ''}`,
  ]);
}

async function reset(database: Database, address: string) {
  const { password, methods } = await resetAdministrator(database, address);
  console.log(`${address} has the new password ${password} (shown only once).`);
  console.log(
    'The second factor is off, and every device is logged out. These sign-in methods work now:',
  );
  for (const method of methods) console.log(`  ${method}`);
}

async function recount(database: Database) {
  await recountFigures(database);
  console.log('The money reports and the rating are recounted.');
}

async function listStuck(database: Database) {
  const { mails, refunds } = await findStuck(database);
  const tell = (kind: string, rows: StuckRow[]) => {
    console.log(`${rows.length} ${kind} failed or are being retried.`);
    for (const { id, what, status, attempts, since, error } of rows) {
      console.log(`  ${id}  ${what}  ${status}, ${attempts} attempts since ${since}  ${error}`);
    }
  };
  tell('emails', mails);
  tell('refunds (in cents)', refunds);
  if (mails.length + refunds.length > 0) process.exitCode = 2;
}

async function listFindings(database: Database) {
  const findings = await checkBooks(database);
  console.log(`${findings.length} payments need attention. The owner resolves them under Money.`);
  for (const { kind, reason, booking, since } of findings) {
    console.log(`  ${kind} (${reason})  booking ${booking ?? 'unknown'}  since ${since}`);
  }
  if (findings.length > 0) process.exitCode = 2;
}

async function printRoles() {
  const { databaseUrl } = readConfig(process.env);
  if (!databaseUrl) throw new AdminCommandError('DATABASE_URL is missing: it names the database.');
  const database = await openDatabase({ connectionString: databaseUrl });
  try {
    await reach(database);
    console.log(await sqlForRoles(database.pool));
  } finally {
    await database.close();
  }
}

async function onDatabase(work: (database: Database) => Promise<void>) {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase(
    databaseUrl ? { connectionString: databaseUrl } : { dataDir },
  );
  try {
    await migrate(database);
    await work(database);
  } finally {
    await database.close();
  }
}

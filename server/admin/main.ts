import { openDatabase, type Database } from '../backend/database/database.ts';
import { migrate } from '../backend/database/migrate.ts';
import { ConfigurationError, readConfig } from '../config.ts';
import { recountFigures } from './recount-figures.ts';
import { AdminCommandError, resetAdministrator } from './reset-administrator.ts';

// node dist/server/admin.js reset <email>
// node dist/server/admin.js recount
const [command, email, ...rest] = process.argv.slice(2);

try {
  if (command === 'reset' && email && rest.length === 0) await reset(email);
  else if (command === 'recount' && email === undefined) await recount();
  else {
    throw new AdminCommandError(
      'Usage: npm run admin -- reset <email of an administrator>, or npm run admin -- recount',
    );
  }
} catch (error) {
  const isPlain = error instanceof AdminCommandError || error instanceof ConfigurationError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

function reset(address: string) {
  return onDatabase(async (database) => {
    const { password, methods } = await resetAdministrator(database, address);
    console.log(`${address} has the new password ${password} (shown only once).`);
    console.log(
      'The second factor is off, and every device is logged out. These sign-in methods work now:',
    );
    for (const method of methods) console.log(`  ${method}`);
  });
}

function recount() {
  return onDatabase(async (database) => {
    await recountFigures(database);
    console.log('The money reports and the rating are recounted.');
  });
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

import { openDatabase } from '../backend/database/database.ts';
import { migrate } from '../backend/database/migrate.ts';
import { ConfigurationError, readConfig } from '../config.ts';
import { AdminCommandError, resetAdministrator } from './reset-administrator.ts';

// node dist/server/admin.js reset <email>
const [command, email, ...rest] = process.argv.slice(2);

try {
  if (command !== 'reset' || !email || rest.length > 0) {
    throw new AdminCommandError('Usage: npm run admin -- reset <email of an administrator>');
  }
  await reset(email);
} catch (error) {
  const isPlain = error instanceof AdminCommandError || error instanceof ConfigurationError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

async function reset(address: string) {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase(
    databaseUrl ? { connectionString: databaseUrl } : { dataDir },
  );
  try {
    await migrate(database);
    const { password, methods } = await resetAdministrator(database, address);
    console.log(`${address} has the new password ${password} (shown only once).`);
    console.log(
      'The second factor is off, and every device is logged out. These sign-in methods work now:',
    );
    for (const method of methods) console.log(`  ${method}`);
  } finally {
    await database.close();
  }
}

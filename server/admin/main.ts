import { ConfigurationError, readConfig } from '../config.ts';
import { checkWords, helpOf } from './commands.ts';
import { AdminCommandError } from './reset-administrator.ts';
import { adoptDatabase, printRoles, runWords } from './run-words.ts';

// node dist/server/admin.js <command> [argument]
// node dist/server/admin.js roles    npm run database:roles, on a database that can't be migrated yet
// node dist/server/admin.js adopt    npm run database:adopt, on a hosted backend's database of commit ce381a9e
const words = process.argv.slice(2);
const print = (line: string) => console.log(line);

try {
  if (words.length === 0 || words.includes('--help'))
    for (const line of helpOf(words[0])) print(line);
  else if (words.join(' ') === 'roles') await printRoles(readConfig(process.env), print);
  else if (words.join(' ') === 'adopt') await adoptDatabase(readConfig(process.env), print);
  else {
    checkWords(words);
    process.exit(await runWords(words, readConfig(process.env), print));
  }
} catch (error) {
  const isPlain = error instanceof AdminCommandError || error instanceof ConfigurationError;
  console.error(isPlain ? error.message : error);
  // What a host has opened may outlive it.
  process.exit(1);
}

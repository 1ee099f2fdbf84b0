import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { projectRoot, runCommand } from './run-command.mjs';

const stamp = `${projectRoot}node_modules/.installed-from`;

/** Installs the locked dependencies if they are missing or the lock file has changed. */
export async function ensureDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(`${projectRoot}package-lock.json`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;

  // Not among what a command prints for another program.
  console.error('Installing dependencies …');
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const code = await runCommand('npm', install);
  if (code !== 0) {
    console.error('Dependencies could not be installed: `npm ci` failed, see above.');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

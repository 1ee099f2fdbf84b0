import { existsSync, readFileSync } from 'node:fs';
import { projectRoot, runCommand } from './run-command.mjs';

/** Installs the locked dependencies if some are missing or of another version than the lock file names. */
export async function ensureDependencies() {
  if (areInstalled()) return;
  // Not among what a command prints for another program.
  console.error('Installing dependencies (a minute or two) …');
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const code = await runCommand('npm', install);
  if (code !== 0) {
    console.error('Dependencies could not be installed: `npm ci` failed, see above.');
    process.exit(1);
  }
}

// npm writes its own list as the last step of an install, so an interrupted install has none or an old one.
function areInstalled() {
  const list = `${projectRoot}node_modules/.package-lock.json`;
  if (!existsSync(list)) return false;
  const installed = packagesIn(list);
  if (!installed) return false;
  return Object.entries(packagesIn(`${projectRoot}package-lock.json`)).every(
    ([path, locked]) => path === '' || isInstalled(path, locked, installed[path]),
  );
}

/** Null for a file that was cut off. */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

// npm leaves out what is for other machines; all of that is optional.
function isInstalled(path, locked, found) {
  if (!found) return locked.optional === true;
  return (
    found.version === locked.version &&
    found.integrity === locked.integrity &&
    existsSync(`${projectRoot}${path}`)
  );
}

import { findExecutable } from './find-executable.mjs';
import { runCommand } from './run-command.mjs';

/** Installs a Debian package if possible (root, apt-get). Returns whether it worked. */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !findExecutable(['apt-get'])) return false;
  console.log(`Installing ${name} from Debian's packages …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { env, output: 'hidden' });
  return (
    (await runCommand('apt-get', ['install', '-y', '-qq', name], { env, output: 'hidden' })) === 0
  );
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command in the project's folder, its output going where ours goes.
 * Answers its exit code; a command that cannot be started counts as 127.
 */
export function runCommand(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A tool of node_modules, run by this very Node: no shell, no PATH. */
export const runTool = (script, args, options) =>
  runCommand(process.execPath, [`${projectRoot}node_modules/${script}`, ...args], options);

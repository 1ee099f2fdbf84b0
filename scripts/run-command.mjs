import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

// Where a command's output goes: to ours, at once or when the command is done; or nowhere.
const streams = {
  shown: ['ignore', 'inherit', 'inherit'],
  shownAtTheEnd: ['ignore', 'pipe', 'pipe'],
  hidden: 'ignore',
};

/** Runs a command in the project's folder. Returns its exit code; 127 if it cannot be started. */
export function runCommand(command, args, { env = {}, output = 'shown' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      stdio: streams[output],
      env: { ...process.env, ...env },
    });
    const gathered = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => gathered.push(chunk));
    }
    child.on('close', () => process.stdout.write(Buffer.concat(gathered)));
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A tool of node_modules, run by this Node: no shell, no PATH. */
export const runTool = (script, args, options) =>
  runCommand(process.execPath, [`${projectRoot}node_modules/${script}`, ...args], options);

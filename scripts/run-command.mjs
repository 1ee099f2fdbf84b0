import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

// Where a command's output goes: to ours, at once or when the command is done; or nowhere.
const streams = {
  shown: ['ignore', 'inherit', 'inherit'],
  shownAtTheEnd: ['ignore', 'pipe', 'pipe'],
  hidden: 'ignore',
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const graceMs = 5000;
const running = new Set();
let endedBy = null;

/**
 * Runs a command in the project's folder. Returns its exit code; 127 if it cannot be started. A signal that ends this
 * process ends the command first, with everything that the command has started.
 */
export function runCommand(command, args, { env = {}, output = 'shown' } = {}) {
  // Nothing more begins: this process ends with what still runs.
  if (endedBy) return new Promise(() => undefined);
  return new Promise((resolve) => {
    // Before the command begins: it may be faster than this process.
    listen();
    const child = spawn(command, args, {
      cwd: projectRoot,
      stdio: streams[output],
      env: { ...process.env, ...env },
      // A process group of its own, which gets each signal once: from here.
      detached: true,
    });
    const gathered = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => gathered.push(chunk));
    }
    child.on('error', () => resolve(127));
    // Not started: it has no group that could be ended.
    if (child.pid === undefined) {
      if (running.size === 0) stopListening();
      return;
    }
    running.add(child);
    child.on('exit', () => remove(child));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(gathered));
      resolve(code ?? 1);
    });
  });
}

/** A tool of node_modules, run by this Node: no shell, no PATH. */
export const runTool = (script, args, options) =>
  runCommand(process.execPath, [`${projectRoot}node_modules/${script}`, ...args], options);

function listen() {
  // First in line: another listener may end this process at once.
  if (running.size === 0) for (const signal of signals) process.prependListener(signal, end);
}

function stopListening() {
  for (const signal of signals) process.off(signal, end);
}

function remove(child) {
  running.delete(child);
  if (endedBy) sendTo(child, 'SIGKILL');
  if (running.size > 0) return;
  if (endedBy) process.exit(128 + constants.signals[endedBy]);
  stopListening();
}

function end(signal) {
  endedBy ??= signal;
  for (const child of running) {
    sendTo(child, signal);
    setTimeout(sendTo, graceMs, child, 'SIGKILL');
  }
}

function sendTo({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Its group has ended.
    if (error.code !== 'ESRCH') throw error;
  }
}

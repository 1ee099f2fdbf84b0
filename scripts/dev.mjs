import { spawn } from 'node:child_process';
import { ensureBuild, forgetBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot } from './run-command.mjs';

// Vite serves the app with hot reload on PORT; the server runs behind it on the next port, and is rebuilt and
// restarted when its files, the functions or the SQL change.
ensureNode();
await ensureDependencies();
await ensureBuild();
forgetBuild();

const port = Number(process.env.PORT ?? 3000);
const backendPort = port + 1;
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
const vite = 'node_modules/vite/bin/vite.js';

const run = (args, env) =>
  spawn(process.execPath, args, {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });

const serverConfig = ['--config', 'build/server.config.ts', '--logLevel', 'warn'];
const children = [
  // Node's watch ends when its folder is emptied.
  run([vite, 'build', '--watch', '--emptyOutDir', 'false', ...serverConfig]),
  run(['--watch-path=dist/server', '--watch', 'scripts/serve-build.mjs'], {
    PORT: String(backendPort),
    PUBLIC_URL: publicUrl,
    // Vite talks to it without.
    TLS_CERT: '',
    TLS_KEY: '',
  }),
  run([vite, '--port', String(port), '--strictPort'], {
    DEV_BACKEND: `http://127.0.0.1:${backendPort}`,
  }),
];

let isStopping = false;
const stop = (signal) => {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
// Neither is of use alone.
for (const child of children) {
  child.on('exit', (code) => {
    if (!isStopping) process.exitCode = code || 1;
    stop('SIGTERM');
  });
}

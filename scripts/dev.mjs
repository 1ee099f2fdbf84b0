import { spawn } from 'node:child_process';
import { forgetPages } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot } from './run-command.mjs';

// Rebuilds the browser app and the server as files change, and starts the server anew after each.
ensureNode();
await ensureDependencies();
forgetPages();

const run = (args) =>
  spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env: process.env });
const vite = `${projectRoot}node_modules/vite/bin/vite.js`;
const children = [
  run([vite, 'build', '--watch', '--logLevel', 'warn']),
  run([vite, 'build', '--watch', '--config', 'vite.server.config.ts', '--logLevel', 'warn']),
  run(['--watch-path=dist', '--watch', 'scripts/serve-build.mjs']),
];
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}

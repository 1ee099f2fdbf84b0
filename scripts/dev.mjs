import { spawn } from 'node:child_process';
import { forgetBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot } from './run-command.mjs';

// Rebuilds the browser app and the server as files change, and starts the server anew after each.
ensureNode();
await ensureDependencies();
forgetBuild();

const run = (args) =>
  spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env: process.env });
const vite = `${projectRoot}node_modules/vite/bin/vite.js`;
// A folder that is emptied under the eyes of Node's watch would end it.
const watch = (config) =>
  run([
    vite,
    'build',
    '--watch',
    '--emptyOutDir',
    'false',
    '--config',
    config,
    '--logLevel',
    'warn',
  ]);
const children = [
  watch('vite.config.ts'),
  watch('build/server.config.ts'),
  run(['--watch-path=dist', '--watch', 'scripts/serve-build.mjs']),
];
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}

import { existsSync } from 'node:fs';
import { projectRoot } from './run-command.mjs';

// Before the first build of a dev session there is nothing to serve.
const ready = ['server/main.js', 'client/index.html'].every((file) =>
  existsSync(`${projectRoot}dist/${file}`),
);
if (ready) await import('../dist/server/main.js');
else console.log('Waiting for the first build …');

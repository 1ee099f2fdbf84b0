// Finds statements of migrations that would lock a table in use.
import { readdirSync } from 'node:fs';
import { projectRoot, runTool } from './run-command.mjs';

const folder = 'supabase/migrations';
const files = readdirSync(`${projectRoot}${folder}`).filter((file) => file.endsWith('.sql'));

process.exitCode = await runTool('squawk-cli/js/bin/squawk', [
  '--config',
  '.squawk.toml',
  ...files.map((file) => `${folder}/${file}`),
]);

// Finds statements of migrations that would lock a table in use, migrations with one version, and a stale baseline.
import { readdirSync, readFileSync } from 'node:fs';
import { baselineFile, makeBaseline } from './baseline.mjs';
import { projectRoot, runTool } from './run-command.mjs';

const folder = 'supabase/migrations';
const files = readdirSync(`${projectRoot}${folder}`).filter((file) => file.endsWith('.sql'));

const versions = files.map((file) => file.split('_')[0]);
const twins = files.filter(
  (_, index) => versions.filter((one) => one === versions[index]).length > 1,
);
if (twins.length > 0) {
  console.error(
    `These migrations have the same version, and a database takes one of them: ${twins.join(', ')}`,
  );
  process.exit(1);
}

if (readFileSync(`${projectRoot}${baselineFile}`, 'utf8') !== makeBaseline()) {
  console.error('The baseline is not what supabase/schemas makes: run "npm run baseline".');
  process.exit(1);
}

process.exitCode = await runTool('squawk-cli/js/bin/squawk', [
  '--config',
  '.squawk.toml',
  ...files.map((file) => `${folder}/${file}`),
]);

import { readdirSync } from 'node:fs';
import { projectRoot, runTool } from './run-command.mjs';

// Until then a migration was a part of the first delivery, and ran on tables that were empty.
const deliveredOn = '20261122';

const folder = 'supabase/migrations';
const files = readdirSync(`${projectRoot}${folder}`).filter((file) => file.endsWith('.sql'));

const check = (config, chosen) =>
  chosen.length === 0
    ? 0
    : runTool('squawk-cli/js/bin/squawk', [
        '--config',
        config,
        ...chosen.map((file) => `${folder}/${file}`),
      ]);

const codes = [
  await check(
    '.squawk-first-delivery.toml',
    files.filter((file) => file < deliveredOn),
  ),
  await check(
    '.squawk.toml',
    files.filter((file) => file >= deliveredOn),
  ),
];
process.exitCode = Math.max(...codes);

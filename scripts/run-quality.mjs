import { readdirSync } from 'node:fs';
import { projectRoot } from './run-command.mjs';
import { runOnBuild } from './run-on-build.mjs';

// npm run bench, npm run test:chaos              list the measurements or the fault tests
// npm run bench first-load, test:chaos races     run one
const [folder, name, ...args] = process.argv.slice(2);
const known = readdirSync(`${projectRoot}${folder}`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));
if (known.includes(name)) {
  await runOnBuild('tsx/dist/cli.mjs', [`${folder}/${name}.ts`, ...args], { postgres: 'optional' });
} else {
  const command = `npm run ${process.env.npm_lifecycle_event}`;
  console.log(`Usage: ${command} <name>, with one of: ${known.join(', ')}`);
  process.exitCode = name ? 1 : 0;
}

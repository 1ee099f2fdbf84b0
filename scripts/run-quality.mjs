import { readdirSync, readFileSync } from 'node:fs';
import { projectRoot } from './run-command.mjs';
import { runOnBuild } from './run-on-build.mjs';

// npm run bench, test:chaos, test:deploy              list the measurements, the fault tests or the deployments
// npm run bench -- first-load, test:chaos -- races    run one
const [folder, name, ...args] = process.argv.slice(2);
// The first line of each script says what it does and which arguments it takes.
const scripts = new Map(
  readdirSync(`${projectRoot}${folder}`)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const [line] = readFileSync(`${projectRoot}${folder}/${file}`, 'utf8').split('\n');
      return [file.replace(/\.ts$/, ''), line.replace(/^\/\/ /, '')];
    }),
);
const wantsHelp = [name, ...args].includes('--help');
if (scripts.has(name) && !wantsHelp) {
  await runOnBuild('tsx/dist/cli.mjs', [`${folder}/${name}.ts`, ...args], { postgres: 'optional' });
} else {
  const isUnknown = name !== undefined && !scripts.has(name) && !wantsHelp;
  if (isUnknown) console.error(`There is no "${name}" in ${folder}.`);
  const command =
    { 'quality/bench': 'bench', 'quality/chaos': 'test:chaos' }[folder] ?? 'test:deploy';
  console.log(`npm run ${command} -- <name>, with one of these and its arguments:`);
  const width = Math.max(...[...scripts.keys()].map(({ length }) => length));
  for (const [known, line] of scripts) console.log(`  ${known.padEnd(width)}  ${line}`);
  process.exitCode = isUnknown ? 1 : 0;
}

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot, runCommand } from './run-command.mjs';

// npm run package: the built product in one archive, for a machine without the development tools.
ensureNode();
await ensureDependencies();
await ensureBuild();

const product = JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8'));
const name = `${product.name}-${product.version}`;
const archive = `dist/${name}.tar.gz`;
const staging = mkdtempSync(join(tmpdir(), 'package-'));
process.on('exit', () => rmSync(staging, { recursive: true }));
const folder = join(staging, name);
mkdirSync(folder);
for (const path of ['dist/client', 'dist/prerender', 'dist/server', 'deploy', 'docs/deploy']) {
  const isWanted = (file) => !file.endsWith('.map');
  cpSync(`${projectRoot}${path}`, join(folder, path), { recursive: true, filter: isWanted });
}
const files = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'NOTICES.md', 'docs/backup.md'];
for (const file of [...files, 'docs/https.md', 'package-lock.json']) {
  cpSync(`${projectRoot}${file}`, join(folder, file));
}
cpSync(`${projectRoot}scripts/archive-readme.md`, join(folder, 'README.md'));
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(await packageOfTheBuild(), null, 2)}\n`,
);
// The lock file loses what the smaller package.json does not need, and nothing is downloaded.
await need('npm', [
  ...['install', '--prefix', folder, '--package-lock-only', '--offline', '--ignore-scripts'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
]);
await need('tar', ['-czf', archive, '-C', staging, name]);
console.log(`Made ${archive}`);

/** It names only what the build leaves in node_modules: all other packages are in the built files. */
async function packageOfTheBuild() {
  // Only now is it certain that Vite is installed.
  const { loadConfigFromFile } = await import('vite');
  const environment = { command: 'build', mode: 'production' };
  const { config } = await loadConfigFromFile(environment, `${projectRoot}build/server.config.ts`);
  const outside = config.ssr.external.filter((one) => one in product.dependencies);
  const { name, version, license, type, engines, dependencies } = product;
  return {
    ...{ name, version, private: true, license, type, engines },
    scripts: {
      start: 'node dist/server/main.js',
      backup: 'node dist/server/backup.js backup',
      restore: 'node dist/server/backup.js restore',
      admin: 'node dist/server/admin.js',
      'database:roles': 'node dist/server/admin.js roles',
      'database:adopt': 'node dist/server/admin.js adopt',
    },
    dependencies: Object.fromEntries(outside.map((one) => [one, dependencies[one]])),
  };
}

async function need(command, args) {
  const code = await runCommand(command, args);
  if (code === 0) return;
  console.error(`The archive could not be made: \`${command}\` failed, see above.`);
  process.exit(1);
}

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress-files.mjs';
import { projectRoot, runCommand, runTool } from './run-command.mjs';

const sources = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'build',
  'domain',
  'offline',
  'public',
  'server',
  'src',
  'supabase',
];
const stamp = `${projectRoot}dist/.built-from`;

/**
 * Builds the browser app, its prerendered pages and the server if the build is missing or older than its sources.
 */
export async function ensureBuild() {
  const current = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  // In a process of its own, whose memory is free again before the server starts.
  const code = await runCommand(process.execPath, ['scripts/build.mjs']);
  if (code !== 0) process.exit(1);
}

/** Builds everything, whatever is in dist/. */
export async function build(hash = hashOf(sources)) {
  rmSync(stamp, { force: true });
  for (const [config, part] of [
    ['vite.config.ts', 'the site'],
    ['build/owner.config.ts', "the owner's screens"],
    ['build/prerender.config.ts', 'the public pages'],
    ['build/server.config.ts', 'the server'],
  ]) {
    // Not among what a command prints for another program.
    console.error(`Building ${part} …`);
    const code = await runTool('vite/bin/vite.js', [
      'build',
      '--config',
      config,
      '--logLevel',
      'warn',
    ]);
    if (code !== 0) {
      console.error(`The build failed (${config}), see above.`);
      process.exit(1);
    }
  }
  console.error('Compressing the files of the site …');
  await compressFiles(`${projectRoot}dist/client`);
  await addEmptyDatabase();
  writeFileSync(stamp, hash);
}

// The same for each version of the engine, so it is made once.
async function addEmptyDatabase() {
  const engine = `${projectRoot}node_modules/@electric-sql/pglite/package.json`;
  const { version } = JSON.parse(readFileSync(engine, 'utf8'));
  const made = `${projectRoot}.cache/empty-database-${version}.tar.gz`;
  if (!existsSync(made)) {
    console.error('Preparing an empty database …');
    const unfinished = `${made}.${process.pid}`;
    mkdirSync(`${projectRoot}.cache`, { recursive: true });
    const code = await runTool('../dist/server/pack-empty-database.js', [unfinished]);
    if (code !== 0) {
      console.error('The build failed (empty database), see above.');
      process.exit(1);
    }
    renameSync(unfinished, made);
  }
  copyFileSync(made, `${projectRoot}dist/server/empty-database.tar.gz`);
}

/** Marks the build as outdated, so that the next start builds again. */
export function forgetBuild() {
  rmSync(stamp, { force: true });
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(`${projectRoot}${file}`))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const full = join(projectRoot, path);
  if (!existsSync(full)) return [];
  return statSync(full).isDirectory() ? filesIn(path) : [path];
}

// At every start: the kind of an entry comes with its name, so that no file is looked up before it is read.
function filesIn(folder) {
  return readdirSync(`${projectRoot}${folder}`, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesIn(path);
      return /\.test\.tsx?$/.test(path) ? [] : [path];
    });
}

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../e2e/fixtures/server-process.ts';

const here = fileURLToPath(new URL('../../..', import.meta.url));
const migrations = 'supabase/migrations';

/** An earlier commit of this repository, built in a folder of its own. */
export type OlderBuild = {
  name: string;
  commit: string;
  folder: string;
  remove: () => Promise<void>;
};

export class NoHistoryError extends Error {}

/** The version that the baseline adopts. */
const adopted = 'ce381a9e';

/** The adopted version, and the last commit without the newest migration after the baseline. Throws NoHistoryError. */
export function olderCommits(): { name: string; commit: string }[] {
  const later = readdirSync(join(here, migrations)).sort().slice(1);
  const newest = later
    .slice(-1)
    .map((file) => ({ name: `before ${file.replace(/\.sql$/, '')}`, commit: commitBefore(file) }));
  return [{ name: 'before the baseline', commit: commitOf(adopted) }, ...newest];
}

const commitOf = (revision: string) =>
  fromHistory(() => git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`));

const commitBefore = (migration: string) =>
  fromHistory(() => {
    const added = git(
      'log',
      '--diff-filter=A',
      '--format=%H',
      '-1',
      '--',
      `${migrations}/${migration}`,
    );
    if (!added) throw new Error(`no commit added ${migration}`);
    return git('rev-parse', '--verify', '--quiet', `${added}^`);
  });

function fromHistory(find: () => string): string {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') throw new Error('it is shallow');
    return find();
  } catch (error) {
    throw new NoHistoryError(
      `The test of upgrades builds earlier commits, but their history is missing (${reasonOf(error)}). Clone the whole repository, or run "git fetch --unshallow".`,
    );
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: here,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

export async function buildOlder(name: string, commit: string): Promise<OlderBuild> {
  const { path: folder, remove } = await temporaryFolder();
  try {
    git('clone', '--quiet', '--shared', '--no-checkout', here, folder);
    git('-C', folder, 'checkout', '--quiet', '--detach', commit);
    const lacks = packagesWeLack(folder);
    console.log(
      lacks.length === 0
        ? `${commit.slice(0, 7)}: its packages are those installed here.`
        : `${commit.slice(0, 7)}: installs its own packages, as ${lacks.length} differ (${lacks.slice(0, 3).join(', ')} …).`,
    );
    if (lacks.length === 0) linkPackages(folder);
    // Installs its own lock file, unless that is done.
    const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`${commit} could not be built`);
    return { name, commit, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean }> };

const lockIn = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock).packages;

// Packages that only its tests needed may be missing. A missing build tool stops the build.
function packagesWeLack(folder: string): string[] {
  const ours = lockIn(here);
  return Object.entries(lockIn(folder))
    .filter(([path, { version, dev }]) => {
      const found = ours[path];
      return path !== '' && (found ? found.version !== version : dev !== true);
    })
    .map(([path]) => path.replace(/^node_modules\//, ''));
}

function linkPackages(folder: string) {
  mkdirSync(join(folder, 'node_modules'));
  // With npm's own list, by which a commit sees that its packages are there.
  const installed = readdirSync(join(here, 'node_modules')).filter(
    (name) => !name.startsWith('.') || name === '.package-lock.json',
  );
  for (const name of installed) {
    symlinkSync(join(here, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')));
  writeFileSync(join(folder, 'node_modules/.installed-from'), lock.digest('hex'));
}

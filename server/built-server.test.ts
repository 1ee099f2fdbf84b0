import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../dist/server', import.meta.url));
const isBuilt = existsSync(`${folder}/main.js`);

/** What a start loads: main.js and the files that it imports at once, and the packages that these name. */
function loadedAtTheStart() {
  const files = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    for (const [, name = ''] of text.matchAll(/^import\s*(?:[^"';]*?from\s*)?["']([^"']+)["']/gm)) {
      if (name.startsWith('./')) load(name.slice(2));
      else if (!isBuiltin(name)) packages.add(name);
    }
  };
  load('main.js');
  return { files, packages: [...packages].sort() };
}

test.runIf(isBuilt)(
  'a start loads few files, and no package that its settings may not need',
  () => {
    const { files, packages } = loadedAtTheStart();
    expect(files.size).toBeLessThanOrEqual(10);
    // The embedded database loads its own in its thread; photos and buckets load theirs when they are used.
    expect(packages).toEqual(['@node-rs/argon2', 'pino']);
  },
);

test.runIf(isBuilt)('the build has an empty database of at most 6 MB', () => {
  const file = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  expect(file).toEqual(['empty-database.tar.gz']);
  expect(readFileSync(`${folder}/empty-database.tar.gz`).length).toBeLessThan(6_000_000);
});

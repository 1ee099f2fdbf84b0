import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from './run-command.mjs';

const read = (name) => JSON.parse(readFileSync(`${projectRoot}${name}`, 'utf8'));
const packages = Object.entries(read('package-lock.json').packages).filter(([path]) => path !== '');

test('locks every package with its hash', () => {
  // A bundled package is part of another's archive, whose hash covers it.
  const archives = packages.filter(([, { inBundle }]) => !inBundle);
  const unlocked = archives.filter(([, one]) => !/^sha512-/.test(one.integrity ?? ''));
  expect(unlocked.map(([path]) => path)).toEqual([]);
});

test('takes every package from the configured registry, none from a URL, a repository or a folder', () => {
  // .npmrc keeps the registry's own URLs out of the lock file, so any URL in it is another place's.
  const others = packages.filter(([, { link, resolved }]) => link || resolved !== undefined);
  expect(others.map(([path]) => path)).toEqual([]);
});

test('names every package by its exact version', () => {
  const { dependencies, devDependencies } = read('package.json');
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('runs no install script of a package that the server needs', () => {
  const running = packages.filter(([, one]) => one.hasInstallScript && !one.dev);
  expect(running.map(([path]) => path)).toEqual([]);
});

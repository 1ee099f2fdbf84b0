import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from './run-command.mjs';

const read = (name) => readFileSync(`${projectRoot}${name}`, 'utf8');
const namesIn = (text, pattern) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name]) => name))].sort();

const settings = namesIn(read('server/config.ts'), /'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g);
const ofCompose = ['POSTGRES_PASSWORD', 'SITE'];

test('.env.example has every setting of the server and of compose.postgres.yaml', () => {
  const named = namesIn(read('.env.example'), /^# ([A-Z][A-Z0-9_]*)=/gm);
  expect(settings.length).toBeGreaterThan(25);
  expect(named).toEqual([...settings, ...ofCompose].sort());
});

test.each(['dash', 'bash'])('%s reads .env.example with every line on', (shell) => {
  const lines = read('.env.example').replaceAll(/^# (?=[A-Z][A-Z0-9_]*=)/gm, '');
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), lines);
  const printed = execFileSync(
    shell,
    ['-c', 'set -eua; . ./.env; exec "$0" -p "JSON.stringify(process.env)"', process.execPath],
    {
      cwd: folder,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const stored = parseEnv(lines);
  expect(Object.keys(stored).length).toBeGreaterThan(30);
  expect(JSON.parse(printed)).toMatchObject(stored);
  expect(stored).toMatchObject({
    MAIL_FROM: 'Lustre <booking@wash.example>',
    SCHEDULING_PAGES: expect.stringMatching(/^\{"default":".*&.*"\}$/),
    MAP_STYLE_URL: expect.stringContaining('&'),
  });
});

test('the table in README.md explains every setting', () => {
  const table = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = table.flatMap((line) => namesIn(line.split('|')[1], /`([A-Z][A-Z0-9_]*)`/g));
  expect(named.sort()).toEqual(settings);
});

test('NOTICES.md names every package of the server that is under another than a permissive licence', () => {
  const permissive =
    /^(?:\(MIT OR Apache-2\.0\)|MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense)(?: AND |$)/;
  const packages = Object.entries(JSON.parse(read('package-lock.json')).packages);
  const others = packages.filter(
    ([path, { dev, license }]) =>
      path !== '' && !dev && !(license ?? '').split(' AND ').every((one) => permissive.test(one)),
  );
  const notices = read('NOTICES.md');
  const named = namesIn(notices, /`(@[\w-]+\/[\w-]+)(?:-\*)?`/g);
  expect(named).not.toEqual([]);
  const missing = others.filter(([path]) => !named.some((name) => path.includes(`/${name}`)));
  expect(missing.map(([path]) => path)).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test.runIf(isBuilt)(
  'writes one line of JSON for each event, from the start to the stop',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'built-'));
    const server = spawn(process.execPath, [`${folder}/main.js`], {
      env: { ...process.env, DATA_DIR: join(dataDir, 'data'), PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let written = '';
    server.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      // The last line of a first start.
      if (written.includes('The first administrator is')) server.kill('SIGTERM');
    });
    await once(server, 'close');
    rmSync(dataDir, { recursive: true });
    const lines = written.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      expect.stringMatching(/^The sandbox is open to your own programs on this machine/),
      expect.stringMatching(/^Listening on /),
      expect.stringMatching(/^The first administrator is /),
      expect.stringMatching(/^SIGTERM: /),
    ]);
  },
);

test.runIf(isBuilt)('the commands backup and restore say what they did, and succeed', async () => {
  const place = mkdtempSync(join(tmpdir(), 'built-'));
  const archive = join(place, 'shop.tar.gz');
  const command = async (dataDir: string, words: string[]) => {
    const child = spawn(process.execPath, [`${folder}/${words[0]}.js`, ...words.slice(1)], {
      env: { ...process.env, DATA_DIR: join(place, dataDir), LOG_LEVEL: 'error', PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('The first administrator is')) child.kill('SIGTERM');
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return { said, code };
  };
  await command('first', ['main']);
  expect(await command('first', ['backup', 'backup', archive])).toEqual({
    said: `Backed up to ${archive}\n`,
    code: 0,
  });
  const restored = await command('second', ['backup', 'restore', archive]);
  expect(restored.said).toMatch(new RegExp(`^Restored from ${archive}\n`));
  expect(restored.code).toBe(0);
  rmSync(place, { recursive: true });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { projectRoot } from './run-command.mjs';

const a = { version: '1.2.3', integrity: 'sha512-a' };
const lock = JSON.stringify({
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': a,
    'node_modules/for-another-machine': { version: '1.0.0', optional: true },
  },
});
const installed = JSON.stringify({ packages: { 'node_modules/a': a } });

// As npm: what it starts outlives it if only npm is ended, and its list comes last.
const fakeNpm = `#!/bin/sh
echo "$@" >> "$ROOT/calls"
[ -n "$FAILS" ] && exit 1
if [ -n "$WAITS" ]; then
  sleep 300 &
  echo $! > "$ROOT/grandchild.part" && mv "$ROOT/grandchild.part" "$ROOT/grandchild"
  wait
fi
mkdir -p "$ROOT/node_modules/a"
printf %s "$INSTALLED" > "$ROOT/node_modules/.package-lock.json"
`;

describe('the installation of dependencies', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'dependencies-'));
    for (const name of ['scripts', 'bin']) mkdirSync(join(root, name));
    for (const name of ['run-command.mjs', 'ensure-dependencies.mjs']) {
      cpSync(`${projectRoot}scripts/${name}`, join(root, 'scripts', name));
    }
    writeFileSync(join(root, 'package-lock.json'), lock);
    writeFileSync(join(root, 'bin/npm'), fakeNpm);
    chmodSync(join(root, 'bin/npm'), 0o755);
    writeFileSync(
      join(root, 'scripts/start.mjs'),
      `import { ensureDependencies } from './ensure-dependencies.mjs';
await ensureDependencies();
console.log('started');`,
    );
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const start = (env = {}) =>
    spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
      env: {
        ...process.env,
        PATH: `${join(root, 'bin')}:${process.env.PATH}`,
        ROOT: root,
        INSTALLED: installed,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  const finish = async (child) => {
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (printed += text));
    const [code] = await once(child, 'close');
    return { code, printed };
  };
  const calls = () => {
    const file = join(root, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  const list = () => join(root, 'node_modules/.package-lock.json');
  const isRunning = (pid) => {
    try {
      // A process that ended and that nobody has waited for still has its number.
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  };

  test('happens once for a lock file', async () => {
    expect(await finish(start())).toMatchObject({ code: 0 });
    const again = await finish(start());
    expect(again).toEqual({ code: 0, printed: 'started\n' });
    expect(calls()).toEqual(['ci --include=dev --no-audit --no-fund']);
  });

  test('accepts what `npm ci` has installed by itself', async () => {
    mkdirSync(join(root, 'node_modules/a'), { recursive: true });
    writeFileSync(list(), installed);
    await finish(start());
    expect(calls()).toEqual([]);
  });

  test.each([
    ['a package is gone', () => rmSync(join(root, 'node_modules/a'), { recursive: true })],
    ["npm's list is cut off", () => writeFileSync(list(), installed.slice(0, 40))],
    ["npm's list is gone", () => rmSync(list())],
    [
      'the lock file names another version',
      () => writeFileSync(join(root, 'package-lock.json'), lock.replace('1.2.3', '1.2.4')),
    ],
  ])('happens again when %s', async (_, change) => {
    await finish(start());
    await finish(start());
    expect(calls()).toHaveLength(1);
    change();
    expect(await finish(start())).toMatchObject({ code: 0 });
    expect(calls()).toHaveLength(2);
  });

  test('ends the start with one line when npm fails', async () => {
    const { code, printed } = await finish(start({ FAILS: '1' }));
    expect(code).toBe(1);
    expect(printed).toContain('Dependencies could not be installed');
    expect(printed).not.toContain('started');
  });

  test.each([
    ['SIGINT', 'the process alone', 130, 1],
    ['SIGTERM', 'the process alone', 143, 1],
    ['SIGINT', 'its group', 130, -1],
    ['SIGTERM', 'its group', 143, -1],
  ])('leaves nothing running after %s to %s, and is repaired', async (signal, _, code, sign) => {
    const child = start({ WAITS: '1' });
    const finished = finish(child);
    const file = join(root, 'grandchild');
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 20_000 });
    const grandchild = Number(readFileSync(file, 'utf8'));
    process.kill(sign * child.pid, signal);
    expect(await finished).toMatchObject({ code });
    await vi.waitFor(() => expect(isRunning(grandchild)).toBe(false), { timeout: 20_000 });
    expect(existsSync(list())).toBe(false);

    expect(await finish(start())).toMatchObject({ code: 0 });
    expect(existsSync(list())).toBe(true);
  });
});

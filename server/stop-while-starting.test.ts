import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { copyEmbedded } from './testing/embedded-copies.ts';

const program = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

test.runIf(existsSync(program)).each(['SIGTERM', 'SIGHUP'] as const)(
  '%s just after the server listens ends it without an error',
  async (signal) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stop-'));
    await copyEmbedded(dataDir);
    const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir };
    const server = spawn(process.execPath, [program], { env });
    let said = '';
    const hear = (words: Buffer) => {
      const didListen = said.includes('Listening on');
      said += String(words);
      if (!didListen && said.includes('Listening on')) server.kill(signal);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    const [exitCode] = (await once(server, 'exit')) as [number];
    const left = (await readdir(dataDir)).filter((name) => /^(?:lock|control)/.test(name));
    await rm(dataDir, { recursive: true });
    expect(left).toEqual([]);
    expect(said).toContain(`${signal}: no new requests from now on`);
    expect(said).not.toMatch(/"level":(?:50|60)|password/);
    expect(exitCode).toBe(0);
  },
);

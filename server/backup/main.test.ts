import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

test('a folder in place of a backup is one line, and the program ends with 1', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-program-test-'));
  const { argv, exitCode } = process;
  onTestFinished(async () => {
    process.argv = argv;
    process.exitCode = exitCode;
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });
  vi.spyOn(process, 'umask').mockReturnValue(0o022);
  vi.stubEnv('DATABASE_URL', undefined);
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
  process.argv = [...argv.slice(0, 2), 'restore', folder];
  await import('./main.ts');
  expect(said.mock.calls).toEqual([[`${folder} is a folder, not a backup`]]);
  expect(process.exitCode).toBe(1);
});

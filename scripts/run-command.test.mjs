import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './run-command.mjs';

test('after a signal no command begins, while another one still ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  const next = join(folder, 'next');
  const program = `
    import { runCommand } from '${projectRoot}scripts/run-command.mjs';
    const slow = runCommand('sh', ['-c', 'trap "sleep 1; exit" TERM; echo ready; sleep 300 & wait']);
    await runCommand('sleep', ['300']);
    await runCommand('touch', ['${next}']);
    await slow;`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(143);
  expect(existsSync(next)).toBe(false);
  rmSync(folder, { recursive: true });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const gibibyte = 2 ** 30;

/**
 * Makes the folder for the temporary files of a test run, in memory where there is room: a copy of the empty database
 * is 800 files, which take twenty times as long on a disk. It is removed when this process ends.
 */
export function makeTestFolder() {
  const path = mkdtempSync(join(hasRoom(inMemory) ? inMemory : tmpdir(), 'test-run-'));
  process.on('exit', () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  // As every folder for temporary files: PostgreSQL runs as a user of its own.
  chmodSync(path, 0o1777);
  return path;
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const memory = process.availableMemory?.() ?? freemem();
    return bavail * bsize > 4 * gibibyte && memory > 8 * gibibyte && runsPrograms(folder);
  } catch {
    return false;
  }
}

/** Some tests run what they have written, which a container may forbid there. */
function runsPrograms(folder) {
  const program = mkdtempSync(join(folder, 'test-run-'));
  try {
    writeFileSync(join(program, 'true'), '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(join(program, 'true')).status === 0;
  } finally {
    rmSync(program, { recursive: true, force: true });
  }
}

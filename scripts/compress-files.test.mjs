import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { compressFiles } from './compress-files.mjs';

const folder = mkdtempSync(join(tmpdir(), 'compress-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = 'Showroom finish. '.repeat(200);

test('compresses text files in both formats; leaves pictures, fonts and tiny files alone', async () => {
  const names = ['app.js', 'app.css', 'car.svg', 'font.woff2', 'photo.webp'];
  for (const name of names) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'tiny.js'), 'tiny');
  await compressFiles(folder);
  const formsOf = (name) =>
    ['br', 'gz'].filter((form) => existsSync(join(folder, `${name}.${form}`)));
  for (const name of names.slice(0, 3)) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).toString()).toBe(text);
    expect(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString()).toBe(text);
  }
  for (const name of [...names.slice(3), 'tiny.js']) expect(formsOf(name)).toEqual([]);
});

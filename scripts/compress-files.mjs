import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const hasWords = /\.(css|js|json|mjs|svg|txt|webmanifest|xml)$/;
// What fits into one packet arrives no sooner when it is smaller.
const worthwhileBytes = 1024;

/**
 * Puts a `.br` and a `.gz` beside every file that shrinks by it, so that the server has nothing to compress
 * while it answers, and can afford the slowest and smallest kind.
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter((entry) => entry.isFile() && hasWords.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('/.vite/'))
      .map(compressFile),
  );
}

async function compressFile(file) {
  const content = readFileSync(file);
  if (content.length < worthwhileBytes) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const hasWords = /\.(css|js|json|mjs|svg|txt|webmanifest|xml)$/;
// A file that fits into one packet gains nothing from compression.
const worthwhileBytes = 1024;

/**
 * Writes a `.br` and a `.gz` beside every file that becomes smaller, so that the server need not compress it, and
 * can use the slowest and smallest level.
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

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;

/**
 * Elements for what a page needs right after the shell: its styles, without which it would appear unstyled, and
 * its scripts, so that they load in parallel. Sources are named as in the manifest.
 */
export function assetLinks(siteFolder: string): (sources: readonly string[]) => string {
  const file = join(siteFolder, '.vite/manifest.json');
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
  const shell = closure(manifest, ['index.html']);
  return (sources) => {
    const chunks = [...closure(manifest, sources)].filter((chunk) => !shell.has(chunk));
    const styles = new Set(chunks.flatMap(({ css = [] }) => css));
    return [
      ...[...styles].map((href) => `<link rel="stylesheet" crossorigin href="/${href}">`),
      ...chunks.map(
        ({ file: href }) =>
          `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${href}">`,
      ),
    ].join('');
  };
}

/** Those chunks and all their static imports. */
function closure(manifest: Manifest, names: readonly string[]): Set<Chunk> {
  const found = new Set<Chunk>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports?.forEach(add);
  };
  names.forEach(add);
  return found;
}

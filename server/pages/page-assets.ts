import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;

/**
 * Elements for what a page needs right after the shell: its styles, without which it would appear unstyled, and
 * its scripts, so that they load in parallel. Files are named as in build/chunks.ts. Throws for a name that the build
 * does not know.
 */
export function assetLinks(siteFolder: string): (files: readonly string[]) => string {
  const file = join(siteFolder, '.vite/manifest.json');
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
  const shell = closure(manifest, ['index.html']);
  return (files) => {
    const chunks = [
      ...closure(
        manifest,
        files.flatMap((name) => keyOf(manifest, name)),
      ),
    ].filter((chunk) => !shell.has(chunk));
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

function keyOf(manifest: Manifest, name: string): string[] {
  const key = Object.keys(manifest).find((each) => manifest[each]?.name === name);
  // Only a build has a manifest.
  if (!key && Object.keys(manifest).length > 0) throw new Error(`The build has no file "${name}"`);
  return key ? [key] : [];
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

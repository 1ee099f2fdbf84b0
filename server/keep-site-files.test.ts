import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { buildHost } from './host.ts';
import { openCopy } from './testing/databases.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const upgradedAt = new Date('2026-12-01T12:00:00Z');
const daysLater = (days: number) => new Date(upgradedAt.getTime() + days * 24 * 60 * 60_000);

/** The files that pages of this build load; a made-up one without a build. */
function filesOfPages(): string[] {
  const files = ['manifest.json', 'owner-manifest.json'].flatMap((name) => {
    const manifest = fileURLToPath(new URL(`../dist/client/.vite/${name}`, import.meta.url));
    if (!existsSync(manifest)) return ['assets/chat-window-1a2b3c4d.js'];
    const parts = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, ManifestPart>;
    return Object.values(parts).flatMap(({ file, css = [] }) => [file, ...css]);
  });
  return [...new Set(files)];
}

type ManifestPart = { file: string; css?: string[] };

/** The same file in another build. */
const rebuilt = (file: string, version: number) => file.replace(/(?=\.[a-z0-9]+$)/, `v${version}`);

let root: string;
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'versions-'))));
afterEach(() => rm(root, { recursive: true }));

/** Starts a version on the data folder that all versions share, and stops it after `use`. */
async function withVersion(
  version: number,
  now: Date,
  use: (answer: (file: string) => Promise<Response>) => Promise<void> = () => Promise.resolve(),
) {
  const siteFolder = join(root, `version-${version}`);
  for (const file of filesOfPages().map((one) => rebuilt(one, version))) {
    await mkdir(dirname(join(siteFolder, file)), { recursive: true });
    await writeFile(join(siteFolder, file), file);
  }
  await writeFile(join(siteFolder, 'index.html'), '<head><!--app-config--></head>');
  const config = readConfig({ DATA_DIR: join(root, 'data') });
  const database = await openCopy();
  const host = await buildHost(config, quiet, { database, siteFolder, now: () => now });
  await host.jobs['siteFiles']?.run();
  await use(async (file) => await host.app.request(`http://localhost/${file}`));
  await host.close();
}

test('every file that an open page may still load is answered for a week after each upgrade', async () => {
  await withVersion(1, daysLater(-90));
  await withVersion(2, upgradedAt);
  await withVersion(3, daysLater(6), async (answer) => {
    for (const file of [1, 2, 3].flatMap((one) =>
      filesOfPages().map((file) => rebuilt(file, one)),
    )) {
      const response = await answer(file);
      expect(response.status, file).toBe(200);
      expect(response.headers.get('cache-control'), file).toContain('immutable');
      if (file.endsWith('.js')) expect(response.headers.get('content-type')).toMatch('javascript');
      expect(await response.text()).toBe(file);
    }
  });
  await withVersion(3, daysLater(8), async (answer) => {
    const statuses = (version: number) =>
      Promise.all(
        filesOfPages().map(async (file) => (await answer(rebuilt(file, version))).status),
      );
    expect(new Set(await statuses(1))).toEqual(new Set([404]));
    expect(new Set([...(await statuses(2)), ...(await statuses(3))])).toEqual(new Set([200]));
  });
});

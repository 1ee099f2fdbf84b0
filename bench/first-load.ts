import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { startServer, temporaryFolder } from '../e2e/fixtures/server-process.ts';

/*
 * What a first visit to `/` costs in JavaScript, gzipped, before the page can be used: counted twice,
 * from the build's manifest and from what a real Chromium asked for until a service could be chosen.
 */
const budgetKb = 85;

type Chunk = { file: string; imports?: string[]; isEntry?: boolean };
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
  string,
  Chunk
>;

const gzipKb = (content: string | Buffer) => gzipSync(content, { level: 9 }).length / 1000;

function eagerFiles(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) eagerFiles(imported, seen);
  return seen;
}

// The page is drawn by its script, so a package that can be seen is one that can be chosen.
function noteWhenUsable() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main button[aria-pressed]')) return;
    performance.mark('usable');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

async function loadedUntilUsable(): Promise<Map<string, number>> {
  const folder = await temporaryFolder();
  const server = await startServer({ dataDir: folder.path });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    const sizes = new Map<string, number>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      void response.body().then((body) => sizes.set(response.url(), gzipKb(body)));
    });
    await page.addInitScript(noteWhenUsable);
    await page.goto(server.origin);
    await page.getByRole('button', { name: 'Select Premium Detailing' }).click();
    await page.getByText('Ready to Book?').waitFor();
    const loaded = await page.evaluate(() => {
      const usableAt = performance.getEntriesByName('usable')[0]?.startTime ?? Infinity;
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return resources
        .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= usableAt)
        .map(({ name }) => name);
    });
    return new Map(loaded.map((url) => [new URL(url).pathname, sizes.get(url) ?? 0]));
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
  }
}

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
if (!entry) throw new Error('The build has no entry: run `npm run build` first');
const eager = [...eagerFiles(entry)].map((file) => ({
  file,
  'gzip kB': Number(gzipKb(readFileSync(`dist/client/${file}`)).toFixed(1)),
}));
const loaded = [...(await loadedUntilUsable())];
const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);
const eagerKb = total(eager.map((row) => row['gzip kB']));
const loadedKb = total(loaded.map(([, size]) => size));

console.table(eager);
console.log(`Eager JavaScript of / by the manifest: ${eagerKb.toFixed(1)} kB gzip`);
console.log(`Loaded by Chromium before a service could be chosen: ${loadedKb.toFixed(1)} kB gzip`);
console.log(`Budget: ${budgetKb} kB gzip`);
process.exitCode = Math.max(eagerKb, loadedKb) > budgetKb ? 1 : 0;

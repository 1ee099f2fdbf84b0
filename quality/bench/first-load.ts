// JavaScript of a first visit to /, against its budget.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { launchChromium } from '../../e2e/fixtures/chromium.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { gzipKb, staticImports } from '../../e2e/fixtures/script-weight.ts';

// Counted from the build's manifest, and checked in a real Chromium that gets no other script until a service is
// chosen.
const budgetKb = 85;

const eager = staticImports().map((file) => ({
  file,
  'gzip kB': Number(gzipKb(readFileSync(`dist/client/${file}`)).toFixed(1)),
}));
const eagerKb = total(eager.map((row) => row['gzip kB']));
const loadedKb = total([...(await loadedUntilUsable()).values()]);

console.table(eager);
console.log(`Eager JavaScript of / by the manifest: ${eagerKb.toFixed(1)} kB gzip`);
console.log(`Loaded by Chromium before a service was chosen: ${loadedKb.toFixed(1)} kB gzip`);
console.log(`Budget: ${budgetKb} kB gzip`);
process.exitCode = Math.max(eagerKb, loadedKb) > budgetKb ? 1 : 0;

async function loadedUntilUsable(): Promise<Map<string, number>> {
  const folder = await temporaryFolder();
  const server = await startServer({ dataDir: folder.path });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    const { loaded, letGo } = await holdBackOthers(page);
    await page.goto(server.origin, { waitUntil: 'commit' });
    // The page is visible before its scripts run: an early press is repeated.
    await expect(async () => {
      await page.getByRole('button', { name: /Premium Detailing/ }).click();
      await page.getByText('Ready to Book?').waitFor({ timeout: 250 });
    }).toPass({ timeout: 60_000 });
    const untilUsable = new Map(loaded);
    await letGo();
    return untilUsable;
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
  }
}

/** Late scripts are held back, so that none can help the press by chance. */
async function holdBackOthers(page: Page) {
  const early = new Set(staticImports().map((file) => basename(file)));
  const loaded = new Map<string, number>();
  const held: Route[] = [];
  await page.route('**/*.js', async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    if (!early.has(name)) return void held.push(route);
    const response = await route.fetch();
    loaded.set(name, gzipKb(await response.body()));
    await route.fulfill({ response });
  });
  return { loaded, letGo: () => Promise.all(held.map((route) => route.continue())) };
}

function total(sizes: number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

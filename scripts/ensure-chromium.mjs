import { installDebianPackage } from './debian-packages.mjs';
import { findExecutable, isExecutable } from './find-executable.mjs';

// The headless shell first: it takes a quarter less processor time for the same tests.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const packages = ['chromium-headless-shell', 'chromium'];

/**
 * The Chromium of the browser tests: CHROMIUM_PATH, one on PATH, Playwright's own, or Debian's package if it can
 * be installed. Otherwise stops and says what to do.
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isExecutable(named)) return named;
    console.error(`CHROMIUM_PATH: there is no program at ${named}`);
    process.exit(1);
  }
  const found = findExecutable(names) ?? (await playwrightsOwn());
  if (found) return found;
  for (const name of packages) {
    if (!(await installDebianPackage(name))) continue;
    const installed = findExecutable(names);
    if (installed) return installed;
  }
  console.error(
    'The browser tests need a Chromium: install one (for example `npx playwright install chromium`, ' +
      'or the package `chromium`), or name it with CHROMIUM_PATH.',
  );
  process.exit(1);
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && isExecutable(path) ? path : null;
}

import { type Browser, type Page } from '@playwright/test';
import { resume, signInByApi } from '../fixtures/session.ts';
import { clockOf, startServerAt } from './shifted-clock.ts';

export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 900 };

/** Runs a part of the day signed in as the owner, with all clocks set to its beginning. */
export async function ownerAt(
  browser: Browser,
  dataDir: string,
  moment: string,
  viewport: { width: number; height: number },
  part: (page: Page, origin: string) => Promise<void>,
) {
  const server = await startServerAt(dataDir, moment);
  const isPhone = viewport.width < 600;
  const device = await browser.newContext({
    baseURL: server.origin,
    viewport,
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: 'reduce',
    timezoneId: 'America/Toronto',
  });
  try {
    await device.addInitScript(clockOf(moment));
    const page = await device.newPage();
    page.setDefaultTimeout(20_000);
    await resume(page, await signInByApi(server.origin));
    await part(page, server.origin);
  } finally {
    await device.close();
    await server.stop();
  }
}

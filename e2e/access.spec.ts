import type { Page } from '@playwright/test';
import { forcedColourFaults, motionFaults } from './fixtures/preferences.ts';
import { expect, test } from './fixtures/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('in forced colours, what can be pressed, is chosen or has the focus is still told apart', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await button(page, 'Select Basic Wash').click();
  expect.soft(await forcedColourFaults(page), 'home').toEqual([]);
  await button(page, 'Schedule Now').click();
  await button(page, 'Show the first open day').or(button(page, 'Next month')).first().click();
  await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
  await page
    .getByRole('group', { name: /^Times on/ })
    .getByRole('radio')
    .first()
    .check();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  expect.soft(await forcedColourFaults(page), 'the schedule').toEqual([]);
  for (const path of ['/contact', '/login', '/my-bookings', '/leave-review']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await forcedColourFaults(page), path).toEqual([]);
  }
});

test('with reduced motion, nothing moves by itself, passes over or scrolls along', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect.soft(await motionFaults(page), 'home').toEqual([]);
  await button(page, 'Select Basic Wash').click();
  await page.getByRole('radio', { name: 'SUV / Compact SUV' }).check();
  expect.soft(await motionFaults(page), 'a chosen package').toEqual([]);
  await button(page, 'Schedule Now').click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  expect.soft(await motionFaults(page), 'the schedule').toEqual([]);
  for (const path of ['/reviews', '/gallery', '/my-bookings']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await motionFaults(page), path).toEqual([]);
  }
});

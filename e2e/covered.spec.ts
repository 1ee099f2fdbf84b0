import { expect, test } from './fixtures/test.ts';

const phones = [
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** A press on any corner, edge or the middle must reach it. */
function isWhollySeen(one: Element): boolean {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left + 3, (left + right) / 2, right - 3].every((x) =>
    [top + 3, (top + bottom) / 2, bottom - 3].every((y) =>
      one.contains(document.elementFromPoint(x, y)),
    ),
  );
}

test('nothing covers Schedule Now, in any way to choose a package [S2.34]', async ({ page }) => {
  for (const size of phones) {
    await page.setViewportSize(size);
    await page.goto('/');
    await page.getByRole('button', { name: 'Chat with us' }).waitFor();
    await page.getByRole('button', { name: 'Select Basic Wash' }).click();
    const schedule = page.getByRole('button', { name: 'Schedule Now' });
    // Checked before a press: an unsuccessful press scrolls, and then the chat's button makes way.
    await expect.poll(() => schedule.evaluate(isWhollySeen)).toBe(true);
    await schedule.click();
    await expect(page).toHaveURL(/\/schedule$/);
  }
});

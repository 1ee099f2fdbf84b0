import { expect, test } from './fixtures/test.ts';

const phones = [
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** Every corner, edge and the middle of it is what would be pressed there. */
function isWhollySeen(one: Element): boolean {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left + 3, (left + right) / 2, right - 3].every((x) =>
    [top + 3, (top + bottom) / 2, bottom - 3].every((y) =>
      one.contains(document.elementFromPoint(x, y)),
    ),
  );
}

test('nothing covers Schedule Now, however a package is chosen [S2.34]', async ({ page }) => {
  for (const size of phones) {
    await page.setViewportSize(size);
    await page.goto('/');
    await page.getByRole('button', { name: 'Chat with us' }).waitFor();
    await page.getByRole('button', { name: 'Select Basic Wash' }).click();
    const schedule = page.getByRole('button', { name: 'Schedule Now' });
    // Looked at and not pressed first: a press that is in vain scrolls, and then the chat's button makes way.
    await expect.poll(() => schedule.evaluate(isWhollySeen), { timeout: 5000 }).toBe(true);
    await schedule.click();
    await expect(page).toHaveURL(/\/schedule$/);
  }
});

// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { lookAtVehicle } from './looked-at-vehicle.ts';

test('the vehicle stays known in this tab when the page is loaded again', async () => {
  lookAtVehicle('suv');
  vi.resetModules();
  const again = await import('./looked-at-vehicle.ts');
  expect(again.lookedAtVehicle()).toBe('suv');
});

// @vitest-environment jsdom
import { useState } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import { VehicleToggle } from './vehicle-toggle.tsx';

afterEach(cleanup);

function Choice() {
  const [vehicleType, setVehicleType] = useState<VehicleType>('sedan');
  return (
    <>
      <VehicleToggle value={vehicleType} onChange={setVehicleType} />
      <output>{vehicleType}</output>
    </>
  );
}

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .flatMap((radio) => (radio.checked ? radio.value : []));

test('a choice made before hydration is kept and applies everywhere', () => {
  document.body.innerHTML = `<div id="root">${renderToString(<Choice />)}</div>`;
  // By a pointer or by the keyboard; or the browser did, which remembers a choice over a reload.
  screen.getByRole('radio', { name: 'SUV / Compact SUV' }).click();
  expect(screen.getByRole('status').textContent).toBe('sedan');
  const container = document.getElementById('root') as HTMLElement;
  render(<Choice />, { container, hydrate: true });
  expect(chosen()).toEqual(['suv']);
  expect(screen.getByRole('status').textContent).toBe('suv');
  act(() => {
    screen.getByRole('radio', { name: 'Sedan' }).click();
  });
  expect(chosen()).toEqual(['sedan']);
  expect(screen.getByRole('status').textContent).toBe('sedan');
});

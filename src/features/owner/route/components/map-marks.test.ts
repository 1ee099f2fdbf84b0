import { expect, test } from 'vitest';
import type { Van } from '@contracts/route.ts';
import { drawRoute } from './map-marks.ts';

const size = { width: 560, height: 400 };

const van = (...places: (readonly [number, number] | null)[]): Van => ({
  crew: 1,
  base: null,
  minutes: 0,
  kilometres: 0,
  legs: [],
  stops: places.map((place, index) => ({
    id: String(index),
    booking_time: '09:00',
    duration_minutes: 60,
    customer_name: 'Robin',
    service_name: 'Basic Wash',
    address: '12 King St',
    city: 'Caledon',
    province: 'ON',
    postal_code: 'L7C 1A1',
    longitude: place?.[0] ?? null,
    latitude: place?.[1] ?? null,
    is_over: false,
    is_no_show: false,
  })),
});

const caledon = [-79.8304, 43.7467] as const;
const bolton = [-79.7147, 43.8628] as const;
const oshawa = [-78.87, 43.9] as const;
const base = { postal_code: 'L7C 1A1', longitude: -79.9, latitude: 43.7 };

test('draws north up and east to the right, within the picture', () => {
  const drawing = drawRoute(van(caledon, bolton, oshawa), base, size);
  const [first, second, third] = drawing?.stops ?? [];
  expect(drawing?.stops.map(({ label }) => label)).toEqual(['1', '2', '3']);
  expect(second?.y).toBeLessThan(first?.y ?? 0);
  expect(third?.x).toBeGreaterThan(second?.x ?? 0);
  for (const { x, y } of [...(drawing?.stops ?? []), drawing?.base ?? { x: -1, y: -1 }]) {
    expect(x >= 40 && x <= size.width - 40 && y >= 40 && y <= size.height - 40).toBe(true);
  }
  expect(drawing?.way.split(' ')).toHaveLength(5);
});

test('gives stops of one place one mark', () => {
  expect(
    drawRoute(van(caledon, bolton, caledon), null, size)?.stops.map(({ label }) => label),
  ).toEqual(['1, 3', '2']);
});

test('draws a single stop in the middle, with a scale that fits', () => {
  const drawing = drawRoute(van(caledon), null, size);
  expect(drawing?.stops).toEqual([{ x: 280, y: 200, label: '1' }]);
  expect(drawing?.scale.width).toBeLessThanOrEqual(size.width / 3);
});

test('leaves out stops whose place is not known, and draws nothing without any', () => {
  expect(drawRoute(van(null, caledon), null, size)?.stops.map(({ label }) => label)).toEqual(['2']);
  expect(drawRoute(van(null), base, size)).toBeNull();
});

// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Van } from '@contracts/route.ts';
import { appConfig } from '@/config/env.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { loadMapLibrary } from './map-library.ts';
import { RouteMap } from './route-map.tsx';
import { showMap } from './show-map.ts';

vi.mock('./map-library.ts');
vi.mock('./show-map.ts');

const stop = { id: '1', longitude: -79.83, latitude: 43.74 } as Van['stops'][number];
const van: Van = { crew: 1, base: null, minutes: 0, kilometres: 0, stops: [stop], legs: [] };
const base = { postal_code: 'L7C 1A1', longitude: -79.9, latitude: 43.7 };

const show = () => renderScreen(<RouteMap van={van} base={base} />, { path: '/admin/route' });
const drawing = () => screen.queryByRole('img', { name: 'Map of 1 stop, as listed beside it' });
const sentence = 'Street map unavailable. Drawn without it.';

beforeEach(() => {
  vi.mocked(showMap).mockResolvedValue();
});
afterEach(() => {
  cleanup();
  delete appConfig.mapStyleUrl;
  vi.resetAllMocks();
});

test('draws the route, and loads no library, when no map style is configured', async () => {
  show();
  await vi.waitFor(() => expect(drawing()).not.toBeNull());
  expect(loadMapLibrary).not.toHaveBeenCalled();
  expect(screen.queryByText(sentence)).toBeNull();
});

test('shows the map in place of the drawing once it stands', async () => {
  appConfig.mapStyleUrl = 'https://maps.example/style.json';
  show();
  await vi.waitFor(() => expect(showMap).toHaveBeenCalled());
  await vi.waitFor(() => expect(drawing()).toBeNull());
  expect(vi.mocked(showMap).mock.lastCall?.[2]).toMatchObject({
    styleUrl: 'https://maps.example/style.json',
    label: 'Map of 1 stop, as listed beside it',
    stops: [{ longitude: -79.83, latitude: 43.74, number: 1 }],
    base: [base],
  });
});

test.each([
  ['the library', loadMapLibrary],
  ['the style, a tile or WebGL', showMap],
])('keeps the drawing and says so when %s fails', async (_what, failing) => {
  appConfig.mapStyleUrl = 'https://maps.example/style.json';
  vi.mocked(failing).mockRejectedValue(new Error('Not loaded'));
  show();
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(drawing()).not.toBeNull();
});

// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { mapStyleQuery } from './get-map-style.ts';

/** The style as a document finds it that was loaded at this address and has none. */
function ask(loadedAt: string, settings: object) {
  const entry = { name: `http://localhost${loadedAt}` } as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  const page = `<script type="application/json" id="app-config">${JSON.stringify(settings)}</script>`;
  const fetched = vi.fn(() => Promise.resolve(new Response(page)));
  const reload = vi.fn();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { reload });
  return { style: new QueryClient().query(mapStyleQuery), fetched, reload };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("fetches nothing on the owner's document, which has the setting itself", async () => {
  const { style, fetched } = ask('/admin/bookings', {});
  expect(await style).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test("loads the owner's document in place of a customers' one when that has a map", async () => {
  const { reload } = ask('/login', { mapStyleUrl: 'https://maps.example/style.json' });
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test("stays on a customers' document when there is no map", async () => {
  const { style, reload } = ask('/login', {});
  expect(await style).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

import type * as MapLibrary from 'maplibre-gl';
import library from 'maplibre-gl/dist/maplibre-gl.mjs?url';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

/**
 * Files of their own, as published, which both builds of the app name alike. The worker comes from our origin, so that
 * no policy allows `blob:` scripts.
 */
export async function loadMapLibrary(): Promise<typeof MapLibrary> {
  const loaded = (await import(/* @vite-ignore */ library)) as typeof MapLibrary;
  loaded.setWorkerUrl(worker);
  return loaded;
}

import type { Map as TileMap } from 'maplibre-gl';
import type { loadMapLibrary } from './map-library.ts';
import type { Place } from './map-marks.ts';

type Library = Awaited<ReturnType<typeof loadMapLibrary>>;
export type NumberedPlace = Place & { number: number };

type Wanted = {
  styleUrl: string;
  label: string;
  stops: readonly NumberedPlace[];
  /** None or one. */
  base: readonly Place[];
  /** Removes the map. */
  signal: AbortSignal;
};

/** Resolves when the map stands with all that is in sight, rejects when that did not load. */
export async function showMap(
  { AttributionControl, LngLatBounds, Map, Marker, NavigationControl }: Library,
  element: HTMLElement,
  { styleUrl, label, stops, base, signal }: Wanted,
) {
  const places = [...base, ...stops].map(lngLat);
  const map = new Map({
    container: element,
    style: styleUrl,
    bounds: places.reduce((box, place) => box.extend(place), new LngLatBounds()),
    fitBoundsOptions: { padding: 56, maxZoom: 14 },
    locale: { 'Map.Title': label },
    attributionControl: false,
    // The page scrolls past the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
  });
  signal.addEventListener('abort', () => map.remove());
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: false }));
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  // The base below its place and the stops above theirs: a stop near the base covers no mark.
  for (const place of base)
    new Marker({ element: mark('base', 'Base'), anchor: 'top' })
      .setLngLat(lngLat(place))
      .addTo(map);
  for (const [place, numbers] of inOnePlace(stops)) {
    new Marker({ element: mark('stop', numbers.join(', ')), anchor: 'bottom' })
      .setLngLat(lngLat(place))
      .addTo(map);
  }
  map.on('style.load', () => addWay(map, [...places, ...base.map(lngLat)]));
  // A missing tile asks for no new frame, and only a frame notices that all has come.
  const frames = setInterval(() => map.triggerRepaint(), 500);
  signal.addEventListener('abort', () => clearInterval(frames));
  try {
    await loaded(map);
  } finally {
    clearInterval(frames);
  }
}

const loaded = (map: TileMap) =>
  new Promise<void>((resolve, reject) => {
    const pictures = new Set<string>();
    map.on('sourcedata', ({ sourceId, tile }) => {
      if (tile && map.getSource(sourceId)?.type === 'raster') pictures.add(sourceId);
    });
    map.on('load', () => {
      if (pictures.size > 0 || !isBlank(map)) resolve();
      else reject(new Error('The map has none of its tiles'));
    });
    // Once it stands, a missing tile beyond it is a blank place.
    map.on('error', ({ error }) => reject(new Error('The map did not load', { cause: error })));
  });

/** A tile that answers 404 is no error to the library, which shows a coarser one, or none. */
const isBlank = (map: TileMap) =>
  Object.keys(map.getStyle().sources).some((source) => source !== 'way') &&
  map.queryRenderedFeatures().every(({ source }) => source === 'way');

const lngLat = ({ longitude, latitude }: Place): [number, number] => [longitude, latitude];

/** Stops at one place share a mark. */
function inOnePlace(stops: readonly NumberedPlace[]) {
  const found = new globalThis.Map<string, [Place, number[]]>();
  for (const stop of stops) {
    const key = lngLat(stop).join(' ');
    const [, numbers] = found.get(key) ?? [];
    if (numbers) numbers.push(stop.number);
    else found.set(key, [stop, [stop.number]]);
  }
  return found.values();
}

/** The list says the same: the map's name stands for its marks. */
function mark(kind: 'base' | 'stop', text: string) {
  const element = document.createElement('div');
  element.className = `route-map-${kind}`;
  element.textContent = text;
  element.ariaHidden = 'true';
  return element;
}

function addWay(map: TileMap, coordinates: [number, number][]) {
  map.addSource('way', {
    type: 'geojson',
    data: { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } },
  });
  const color = getComputedStyle(map.getContainer()).getPropertyValue('--color-ink-soft');
  map.addLayer({
    id: 'way',
    type: 'line',
    source: 'way',
    paint: { 'line-color': color, 'line-width': 2.5, 'line-dasharray': [3, 2] },
  });
}

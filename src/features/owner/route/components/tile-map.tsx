import { useEffect, useEffectEvent, useRef } from 'react';
import type { Route } from '@contracts/route.ts';
import { loadMapLibrary } from './map-library.ts';
import { showMap, type NumberedPlace } from './show-map.ts';

type TileMapProps = {
  styleUrl: string;
  stops: readonly NumberedPlace[];
  base: Route['base'];
  label: string;
  onShown: () => void;
  /** The library, the style or a tile did not load, or the browser draws no such map. */
  onFailed: () => void;
};

/** A map with the stops and the way between them. The places are those of the first render. */
export function TileMap({ styleUrl, stops, base, label, onShown, onFailed }: TileMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    const library = await loadMapLibrary();
    if (signal.aborted || !place.current) return;
    const places = { stops, base: base ? [base] : [] };
    await showMap(library, place.current, { styleUrl, label, ...places, signal });
  });
  const end = useEffectEvent((signal: AbortSignal, isShown: boolean) => {
    if (signal.aborted) return;
    if (isShown) onShown();
    else onFailed();
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void begin(signal).then(
      () => end(signal, true),
      () => end(signal, false),
    );
    return () => leaving.abort();
  }, []);
  return <div ref={place} className="route-map" />;
}

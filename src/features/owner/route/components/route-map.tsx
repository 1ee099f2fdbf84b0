import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Route, Van } from '@contracts/route.ts';
import { mapStyleQuery } from '../api/get-map-style.ts';
import { DrawnMap } from './drawn-map.tsx';
import { knownStops } from './map-marks.ts';
import { TileMap } from './tile-map.tsx';
import './tile-map.css';

type RouteMapProps = { van: Van; base: Route['base'] };

/** The places of a van's day: on a map if the server names a style and it loads, else drawn without one. */
export function RouteMap({ van, base }: RouteMapProps) {
  const { data: styleUrl } = useQuery(mapStyleQuery);
  const stops = knownStops(van.stops);
  if (stops.length === 0) return null;
  const label = `Map of ${van.stops.length} ${van.stops.length === 1 ? 'stop' : 'stops'}, as listed beside it`;
  const drawn = <DrawnMap van={van} base={base} label={label} />;
  if (!styleUrl) return drawn;
  return (
    <MapOrDrawing drawn={drawn} key={JSON.stringify([stops, base])}>
      {(onShown, onFailed) => <TileMap {...{ styleUrl, stops, base, label, onShown, onFailed }} />}
    </MapOrDrawing>
  );
}

type Phase = 'loading' | 'shown' | 'failed';
type MapOrDrawingProps = {
  drawn: React.ReactNode;
  children: (onShown: () => void, onFailed: () => void) => React.ReactNode;
};

/** The map lies over the drawing, which is of the same size, so nothing moves when it comes or fails. */
function MapOrDrawing({ drawn, children }: MapOrDrawingProps) {
  const [phase, setPhase] = useState<Phase>('loading');
  return (
    <div>
      <div className="route-map-frame">
        {phase !== 'shown' && drawn}
        {phase !== 'failed' && (
          <div className="route-map-over" data-phase={phase}>
            {children(
              () => setPhase('shown'),
              () => setPhase('failed'),
            )}
          </div>
        )}
      </div>
      <p role="status" className="route-map-note">
        {phase === 'failed' && 'Street map unavailable. Drawn without it.'}
      </p>
    </div>
  );
}

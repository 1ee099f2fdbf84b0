import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import type { Route, Van } from '@contracts/route.ts';
import { mapStyleQuery } from '../api/get-map-style.ts';
import { loadMapLibrary } from './map-library.ts';
import { knownStops, drawRoute } from './map-marks.ts';
import { showMap, type NumberedPlace } from './show-map.ts';
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
function TileMap({ styleUrl, stops, base, label, onShown, onFailed }: TileMapProps) {
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

const size = { width: 560, height: 400 };

/** The places of a van's day, drawn from their coordinates, without a map of others. */
function DrawnMap({ van, base, label }: { van: Van; base: Route['base']; label: string }) {
  const drawing = drawRoute(van, base, size);
  if (!drawing) return null;
  const { stops, way, scale } = drawing;
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={label}
      className="w-full rounded-badge border border-hairline bg-ivory"
    >
      <polyline
        points={way}
        fill="none"
        stroke="var(--color-ink-soft)"
        strokeWidth="2"
        strokeDasharray="6 5"
      />
      {drawing.base && <BaseMark {...drawing.base} />}
      {stops.map((stop) => (
        <StopMark key={stop.label} {...stop} />
      ))}
      <g transform="translate(20 30)" stroke="var(--color-ink)" strokeWidth="2">
        <path d={`M0 -6 V0 H${scale.width} V-6`} fill="none" />
        <text x={scale.width + 8} y="2" fill="var(--color-ink)" stroke="none" fontSize="18">
          {scale.kilometres} km
        </text>
      </g>
      <text x={size.width - 20} y="31" textAnchor="end" fill="var(--color-ink-soft)" fontSize="18">
        ↑ North
      </text>
    </svg>
  );
}

type MarkProps = { x: number; y: number; label: string };

/** Below its place, as stops are above theirs: a stop near the base covers no mark. */
const BaseMark = ({ x, y, label }: MarkProps) => (
  <g transform={`translate(${x} ${y + 13})`}>
    <rect
      x="-11"
      y="-11"
      width="22"
      height="22"
      rx="3"
      fill="var(--color-citrine)"
      stroke="var(--color-ink)"
    />
    <text x="18" y="6" fill="var(--color-ink)" fontSize="18">
      {label}
    </text>
  </g>
);

function StopMark({ x, y, label }: MarkProps) {
  const width = Math.max(34, 16 + label.length * 10);
  return (
    <g transform={`translate(${x} ${y - 18})`}>
      <rect x={-width / 2} y="-17" width={width} height="34" rx="17" fill="var(--color-lacquer)" />
      <text y="6" textAnchor="middle" fill="var(--color-ivory)" fontSize="18" fontWeight="600">
        {label}
      </text>
    </g>
  );
}

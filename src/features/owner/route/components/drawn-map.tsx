import type { Route, Van } from '@contracts/route.ts';
import { drawRoute } from './map-marks.ts';

const size = { width: 560, height: 400 };

/** The places of a van's day, drawn from their coordinates, without a map of others. */
export function DrawnMap({ van, base, label }: { van: Van; base: Route['base']; label: string }) {
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

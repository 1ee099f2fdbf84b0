import type { VehicleShape } from './vehicle-shape.ts';

type Stop = readonly [offset: number, color: string, opacity?: number];

/** Deep green lacquer under one long studio light. The jump near the end is the horizon it mirrors. */
const lacquer: readonly Stop[] = [
  [0, '#a6dcc3'],
  [0.14, '#469a7b'],
  [0.34, '#1d6852'],
  [0.56, '#104435'],
  [0.655, '#082a20'],
  [0.675, '#1b5a47'],
  [0.84, '#0b3026'],
  [1, '#04110d'],
];
const glass: readonly Stop[] = [
  [0, '#88a5a0'],
  [0.4, '#22342e'],
  [1, '#08110e'],
];
const along: readonly Stop[] = [
  [0, '#eafff5', 0.1],
  [0.2, '#eafff5', 0.95],
  [0.5, '#eafff5', 0.35],
  [0.82, '#eafff5', 1],
  [1, '#eafff5', 0.2],
];
const down: readonly Stop[] = [
  [0, '#dcfff0', 0.62],
  [0.5, '#dcfff0', 0.2],
  [1, '#dcfff0', 0],
];
const sweep: readonly Stop[] = [
  [0, '#fff', 0],
  [0.5, '#fffbe9', 0.7],
  [1, '#fff', 0],
];

function Stops({ of }: { of: readonly Stop[] }) {
  return of.map(([offset, color, opacity]) => (
    <stop key={offset} offset={offset} stopColor={color} stopOpacity={opacity} />
  ));
}

/** Gradients and clips of one drawing; `id` keeps two drawings on a page apart. */
export function PaintDefinitions({ id, shape }: { id: string; shape: VehicleShape }) {
  return (
    <defs>
      <linearGradient id={`${id}-lacquer`} gradientUnits="userSpaceOnUse" x2="0" y1="60" y2="365">
        <Stops of={lacquer} />
      </linearGradient>
      <linearGradient id={`${id}-glass`} x2="0" y2="1">
        <Stops of={glass} />
      </linearGradient>
      <linearGradient id={`${id}-along`} gradientUnits="userSpaceOnUse" x1="120" x2="1080">
        <Stops of={along} />
      </linearGradient>
      <linearGradient id={`${id}-down`} x2="0" y2="1">
        <Stops of={down} />
      </linearGradient>
      <linearGradient id={`${id}-sweep`}>
        <Stops of={sweep} />
      </linearGradient>
      <linearGradient id={`${id}-fade`} x2="0" y2="1">
        <stop stopColor="#fff" stopOpacity=".4" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </linearGradient>
      <mask id={`${id}-mirror`} maskUnits="userSpaceOnUse" x="0" y="400" width="1200" height="80">
        <rect y="400" width="1200" height="80" fill={`url(#${id}-fade)`} />
      </mask>
      <clipPath id={`${id}-body`}>
        <path d={shape.body} />
      </clipPath>
      <WaterPattern id={id} />
    </defs>
  );
}

// x, y and radius of the drops of one tile; its odd size keeps the eye from finding the seams.
const drops = [
  [9, 12, 1.6],
  [31, 30, 2.4],
  [52, 9, 1.2],
  [70, 24, 1.8],
  [88, 41, 2.8],
  [104, 15, 1.3],
  [121, 33, 1.6],
  [139, 7, 2.2],
  [17, 46, 1.2],
  [60, 48, 1.5],
] as const;

function WaterPattern({ id }: { id: string }) {
  return (
    <pattern id={`${id}-water`} patternUnits="userSpaceOnUse" width="149" height="55">
      {drops.map(([x, y, radius]) => (
        <g key={x}>
          <circle cx={x} cy={y} r={radius} fill="#02100b" opacity=".55" />
          <circle cx={x - radius * 0.25} cy={y - radius * 0.3} r={radius * 0.5} fill="#effff7" />
        </g>
      ))}
    </pattern>
  );
}

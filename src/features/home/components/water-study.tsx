import { useId } from 'react';

// Drops on a hood seen from close: x, y, width, and height as a part of the width.
const drops = [
  [96, 118, 62, 0.86],
  [232, 74, 34, 0.9],
  [318, 160, 92, 0.82],
  [470, 88, 56, 0.88],
  [540, 214, 40, 0.9],
  [66, 262, 40, 0.9],
  [182, 246, 74, 0.84],
  [300, 318, 46, 0.88],
  [424, 296, 84, 0.84],
  [548, 372, 70, 0.86],
  [92, 402, 88, 0.82],
  [222, 430, 50, 0.9],
  [352, 446, 104, 0.8],
  [496, 492, 44, 0.9],
  [70, 540, 52, 0.88],
  [190, 560, 96, 0.82],
  [330, 588, 38, 0.9],
  [430, 612, 66, 0.86],
  [556, 590, 86, 0.82],
] as const;

// The mist between them.
const mist = [
  [160, 150],
  [256, 226],
  [396, 200],
  [390, 92],
  [140, 330],
  [484, 172],
  [258, 372],
  [372, 366],
  [494, 428],
  [28, 186],
  [30, 470],
  [146, 484],
  [276, 508],
  [446, 540],
  [260, 640],
  [116, 626],
  [576, 138],
  [582, 300],
  [378, 24],
  [164, 36],
  [520, 30],
  [40, 40],
  [500, 652],
  [350, 660],
] as const;

/** Water standing in beads on freshly protected paint. */
export function WaterStudy() {
  const id = useId();
  return (
    <svg
      viewBox="0 0 600 680"
      preserveAspectRatio="xMidYMid slice"
      className="water-study"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={`${id}-paint`} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#04110d" />
          <stop offset=".38" stopColor="#0f4535" />
          <stop offset=".5" stopColor="#6fb898" />
          <stop offset=".56" stopColor="#17604a" />
          <stop offset="1" stopColor="#03100c" />
        </linearGradient>
        <linearGradient id={`${id}-drop`} x1=".2" y1="0" x2=".8" y2="1">
          <stop stopColor="#010806" stopOpacity=".85" />
          <stop offset=".55" stopColor="#0f5540" stopOpacity=".55" />
          <stop offset="1" stopColor="#c9f3df" stopOpacity=".95" />
        </linearGradient>
      </defs>
      <rect width="600" height="680" fill={`url(#${id}-paint)`} />
      {mist.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r="5" fill={`url(#${id}-drop)`} />
          <circle cx={x - 1.5} cy={y - 2} r="1.3" fill="#fff" />
        </g>
      ))}
      {drops.map(([x, y, width, flatness]) => (
        <g
          key={`${x} ${y}`}
          transform={`translate(${x} ${y}) scale(${width / 100} ${(width * flatness) / 100})`}
        >
          <ellipse cx="7" cy="12" rx="52" ry="51" opacity=".5" />
          <circle r="50" fill={`url(#${id}-drop)`} />
          <path d="M-38 30A48 48 0 0 0 44 20A60 60 0 0 1-38 30Z" fill="#e9fff5" opacity=".75" />
          <path d="M-34-14C-32-32-14-42 2-40C-2-28-18-16-34-14Z" fill="#fff" opacity=".95" />
          <circle cx="-30" cy="4" r="4" fill="#fff" opacity=".8" />
        </g>
      ))}
    </svg>
  );
}

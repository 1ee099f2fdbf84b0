// Five pairs of spokes.
const spokes = [0, 72, 144, 216, 288].flatMap((angle) => [angle - 11, angle + 11]);

/** Tire, rim, brake disc and a citrine caliper. */
export function Wheel({ x, y, radius }: { x: number; y: number; radius: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${radius / 100})`}>
      <circle r="100" fill="#040605" />
      <circle r="96" fill="none" stroke="#38433f" strokeWidth="1.5" />
      <circle r="82" fill="#0a0f0d" />
      <circle r="60" fill="#343d3a" stroke="#59635f" strokeWidth="2" />
      <circle r="56" fill="none" stroke="#1b2220" strokeWidth="6" strokeDasharray="2 7" />
      <path d="M-66-8A66 66 0 0 1-38-54L-24-34A42 42 0 0 0-42-5Z" fill="#e6c25a" />
      <g className="wheel-rim">
        {spokes.map((angle) => (
          <path
            key={angle}
            transform={`rotate(${angle})`}
            d="M-4-8L-4.5-80H4.5L4-8Z"
            fill={angle < 90 || angle > 250 ? '#f3f8f5' : '#9fada6'}
            stroke="#10171a"
            strokeWidth="1"
          />
        ))}
      </g>
      <circle r="82" fill="none" stroke="#d6e0db" strokeWidth="4" />
      <circle r="78" fill="none" stroke="#4e5a55" strokeWidth="2.5" />
      <circle r="17" fill="#c9d5cf" stroke="#131a17" strokeWidth="2" />
      <circle r="8" fill="#12382d" />
      <path
        d="M-86-50A99 99 0 0 1-18-98"
        fill="none"
        stroke="#aebbb5"
        strokeWidth="3"
        opacity=".45"
      />
    </g>
  );
}

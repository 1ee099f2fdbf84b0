import type { MouseEvent } from 'react';
import type { Point } from '@domain/visit/car-parts.ts';

/** The size of the drawing. Points are in thousandths of it. */
const [width, height] = [300, 600];

type DrawnMark = Point & { number: number; isNew?: boolean };

type CarDrawingProps = {
  isLarge: boolean;
  marks: readonly DrawnMark[];
  /** Where the drawing was pressed; it cannot be pressed without. */
  onPoint?: ((point: Point) => void) | undefined;
};

/**
 * The car from above, its front at the top, with numbered marks. The list of parts beside it is the way for a keyboard,
 * so the drawing is a picture to a screen reader.
 */
export function CarDrawing({ isLarge, marks, onPoint }: CarDrawingProps) {
  const pressed = (event: MouseEvent<SVGSVGElement>) => {
    const { left, top, width: w, height: h } = event.currentTarget.getBoundingClientRect();
    const thousandths = (part: number) => Math.min(1000, Math.max(0, Math.round(part * 1000)));
    onPoint?.({
      x: thousandths((event.clientX - left) / w),
      y: thousandths((event.clientY - top) / h),
    });
  };
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`The car from above with ${marks.length} ${marks.length === 1 ? 'mark' : 'marks'}`}
      className={`mx-auto w-full max-w-56 touch-manipulation ${onPoint ? 'cursor-crosshair' : ''}`}
      onClick={onPoint && pressed}
    >
      <g fill="var(--color-ivory)" stroke="currentColor" strokeWidth="2">
        {isLarge ? <LargeBody /> : <SmallBody />}
      </g>
      {marks.map(({ x, y, number, isNew }) => (
        <g
          key={number}
          transform={`translate(${(x * width) / 1000} ${(y * height) / 1000})`}
          className={isNew ? 'text-danger' : 'text-ink'}
        >
          <circle r="15" fill="currentColor" stroke="var(--color-ivory)" strokeWidth="2" />
          <text
            textAnchor="middle"
            dy="5.5"
            fontSize="16"
            fontWeight="600"
            fill="var(--color-ivory)"
          >
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}

const Wheels = () => (
  <>
    {[
      [18, 96],
      [256, 96],
      [18, 432],
      [256, 432],
    ].map(([x, y]) => (
      <rect key={`${x} ${y}`} x={x} y={y} width="26" height="78" rx="9" fill="currentColor" />
    ))}
  </>
);

const Mirrors = ({ y }: { y: number }) => (
  <>
    <path d={`M32 ${y} l-22 6 q-4 10 2 16 l22 -2 z`} />
    <path d={`M268 ${y} l22 6 q4 10 -2 16 l-22 -2 z`} />
  </>
);

const SmallBody = () => (
  <>
    <Wheels />
    <Mirrors y={200} />
    <path d="M150 10 C215 10 258 26 264 74 L270 196 L270 420 L262 520 C256 574 212 590 150 590 C88 590 44 574 38 520 L30 420 L30 196 L36 74 C42 26 85 10 150 10 Z" />
    <path d="M52 60 C90 44 210 44 248 60" fill="none" />
    <path d="M74 190 C110 176 190 176 226 190 L214 254 C180 244 120 244 86 254 Z" />
    <path d="M86 254 C120 244 180 244 214 254 L212 420 C180 428 120 428 88 420 Z" />
    <path d="M88 420 C120 428 180 428 212 420 L224 474 C190 486 110 486 76 474 Z" />
    <path d="M74 190 L86 254 L88 420 L76 474 M226 190 L214 254 L212 420 L224 474" fill="none" />
    <path
      d="M30 200 L74 190 M30 324 L87 324 M34 440 L76 474 M270 200 L226 190 M270 324 L213 324 M266 440 L224 474"
      fill="none"
    />
    <path d="M50 546 C90 560 210 560 250 546" fill="none" />
    <path
      d="M48 32 q10 -12 26 -14 M252 32 q-10 -12 -26 -14 M46 560 q8 12 24 16 M254 560 q-8 12 -24 16"
      fill="none"
      strokeWidth="5"
    />
  </>
);

const LargeBody = () => (
  <>
    <Wheels />
    <Mirrors y={194} />
    <path d="M150 10 C222 10 260 22 266 66 L272 190 L272 430 L268 556 C264 582 232 590 150 590 C68 590 36 582 32 556 L28 430 L28 190 L34 66 C40 22 78 10 150 10 Z" />
    <path d="M50 56 C90 42 210 42 250 56" fill="none" />
    <path d="M66 186 C108 172 192 172 234 186 L220 244 C184 234 116 234 80 244 Z" />
    <path d="M80 244 C116 234 184 234 220 244 L222 484 C186 490 114 490 78 484 Z" />
    <path d="M78 484 C114 490 186 490 222 484 L236 540 C190 550 110 550 64 540 Z" />
    <path d="M96 264 L94 466 M204 264 L206 466" fill="none" strokeWidth="4" />
    <path
      d="M28 196 L66 186 M28 320 L79 320 M30 436 L78 446 M272 196 L234 186 M272 320 L221 320 M270 436 L222 446"
      fill="none"
    />
    <path
      d="M46 30 q10 -12 28 -14 M254 30 q-10 -12 -28 -14 M40 552 l0 22 M260 552 l0 22"
      fill="none"
      strokeWidth="5"
    />
  </>
);

/** A star in a box of 20. */
export const starPath =
  'M10 1.2l2.62 5.6 6.13.78-4.52 4.22 1.19 6.06L10 14.87l-5.42 2.99 1.19-6.06L1.25 7.58l6.13-.78z';

const places = [1, 2, 3, 4, 5];

/** A rating as five stars, read out as one sentence. */
export function Stars({ rating, className = 'h-5' }: { rating: number; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={`${rating} out of 5 stars`}
      viewBox="0 0 112 20"
      className={`stars ${className}`}
    >
      {places.map((place) => (
        <path
          key={place}
          d={starPath}
          transform={`translate(${(place - 1) * 23} 0)`}
          className={place <= rating ? 'star-lit' : 'star-unlit'}
        />
      ))}
    </svg>
  );
}

/** Stands where the card form will be; says so when it takes longer than it should. */
export function CardLoading({ isAway = false }: { isAway?: boolean }) {
  return (
    <div role="status" aria-label="Preparing your payment" className="grid gap-5">
      {isAway && (
        <p>
          Our system is unavailable right now. Your time is held, and the card form will appear
          automatically.
        </p>
      )}
      <div className="h-9 w-40 animate-pulse rounded-badge bg-hairline/60" />
      {[1, 2, 3].map((line) => (
        <div key={line} className="h-12 animate-pulse rounded-badge bg-hairline/60" />
      ))}
    </div>
  );
}

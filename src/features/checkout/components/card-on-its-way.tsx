/** Stands where the card form will be. */
export function CardOnItsWay() {
  return (
    <div role="status" aria-label="Preparing your payment" className="grid gap-5">
      <div className="h-9 w-40 animate-pulse rounded-badge bg-hairline/60" />
      {[1, 2, 3].map((line) => (
        <div key={line} className="h-12 animate-pulse rounded-badge bg-hairline/60" />
      ))}
    </div>
  );
}

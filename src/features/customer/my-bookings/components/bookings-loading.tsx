/** Stands where a booking will be. */
export function BookingsLoading() {
  return (
    <div role="status" aria-label="Looking up your booking" className="grid gap-5">
      <div className="h-9 w-48 animate-pulse rounded-badge bg-hairline/60" />
      <div className="h-56 animate-pulse rounded-badge bg-hairline/60" />
    </div>
  );
}

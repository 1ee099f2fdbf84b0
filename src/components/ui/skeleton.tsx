/** The lines of a list that is on its way. The words are read out. */
export function Skeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <div className="border-t border-hairline">
      <p role="status" className="sr-only">
        {label}
      </p>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true" className="skeleton-row">
          <span className="skeleton w-2/5" />
          <span className="skeleton w-3/5" />
        </div>
      ))}
    </div>
  );
}

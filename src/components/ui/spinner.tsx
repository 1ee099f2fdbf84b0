/** Says that something is on its way. The words are read out, and shown beside the ring. */
export function Spinner({
  label = 'Loading',
  className = '',
}: {
  label?: string;
  className?: string;
}) {
  return (
    <p role="status" className={`flex items-center gap-3 text-ink-soft ${className}`}>
      <span className="spinner size-5" aria-hidden="true" />
      {label}
    </p>
  );
}

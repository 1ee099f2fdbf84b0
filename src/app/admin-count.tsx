/** How many things wait behind the word it stands beside. */
export function AdminCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="admin-count">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

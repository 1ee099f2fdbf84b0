import { Link } from '@/lib/router.tsx';
import { inWords } from './operation-words.ts';
import { useUnsent } from './use-unsent.ts';

/** What this device has yet to send of a visit, beside what it shows of it. `to` is the list. */
export function UnsentOfVisit({ bookingId, to }: { bookingId: string; to: string }) {
  const operations = useUnsent().filter((one) => one.bookingId === bookingId);
  if (operations.length === 0) return null;
  return (
    <ul className="mt-3 border-l-4 border-brass bg-citrine-wash px-3 py-1 text-sm">
      {operations.map((one) => (
        <li key={one.key}>
          <Link to={to} className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
            <span className="font-semibold">
              {one.refused ? 'Needs your decision' : 'Not sent yet'}
            </span>
            <span>{inWords(one)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

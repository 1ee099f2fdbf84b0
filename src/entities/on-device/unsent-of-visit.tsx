import { Link } from 'wouter';
import { inWords } from '@/lib/on-device/operation-words.ts';
import type { StoredOperation } from '@/lib/on-device/operations-store.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';

/** What this device has yet to send of a visit, beside what it shows of it. `to` is the list. */
export function UnsentOfVisit({ bookingId, to }: { bookingId: string; to: string }) {
  const operations = useUnsent().filter((one) => one.bookingId === bookingId);
  if (operations.length === 0) return null;
  return (
    <ul className="mt-3 border-l-4 border-brass bg-citrine-wash px-3 py-1 text-sm">
      {inLines(operations).map(({ key, isRefused, words }) => (
        <li key={key}>
          <Link to={to} className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
            <span className="font-semibold">
              {isRefused ? 'Needs your decision' : 'Not sent yet'}
            </span>
            <span>{words}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A line for each, and one for all photos that stand alike. */
function inLines(operations: readonly StoredOperation[]) {
  const photos = operations.filter(({ kind }) => kind === 'photo');
  const alike = [true, false].map((isRefused) => ({
    key: `photos-${isRefused}`,
    isRefused,
    count: photos.filter(({ refused }) => (refused !== undefined) === isRefused).length,
  }));
  return [
    ...operations
      .filter(({ kind }) => kind !== 'photo')
      .map((one) => ({
        key: one.key,
        isRefused: one.refused !== undefined,
        words: inWords(one),
      })),
    ...alike
      .filter(({ count }) => count > 0)
      .map(({ count, ...line }) => ({
        ...line,
        words: count === 1 ? '1 photo' : `${count} photos`,
      })),
  ];
}

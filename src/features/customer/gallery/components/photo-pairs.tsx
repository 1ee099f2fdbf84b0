import type { PhotoPair } from '@/entities/photo/pairs.ts';
import { BeforeAfter } from './before-after.tsx';

/** Cars before and after the visit, above the other photos. */
export function PhotoPairs({ pairs }: { pairs: readonly PhotoPair[] }) {
  if (pairs.length === 0) return null;
  return (
    <section aria-labelledby="pairs-heading" className="mb-12">
      <h2 id="pairs-heading" className="mb-6 heading-2">
        Before and after
      </h2>
      <ul className="grid gap-x-5 gap-y-8 lg:grid-cols-2">
        {pairs.map((pair) => (
          <li key={pair.after.id}>
            <BeforeAfter {...pair} />
          </li>
        ))}
      </ul>
    </section>
  );
}

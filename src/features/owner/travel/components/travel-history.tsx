import type { TravelPage } from '@contracts/travel.ts';
import { Section } from '@/components/section.tsx';
import { formatInstant } from '@/lib/moments.ts';
import { changeInWords } from '../travel-words.ts';

/** Who changed the settings, when, and what. */
export function TravelHistory({ changes }: Pick<TravelPage, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <Section heading="Recent changes" className="border border-hairline bg-ivory p-5">
      <ul className="mt-4 border-t border-hairline">
        {changes.map((change) => (
          <li key={change.at} className="border-b border-hairline py-3 text-sm">
            <span className="block font-semibold">{formatInstant(change.at)}</span>
            <span className="block break-words text-ink-soft">{change.by}</span>
            {changeInWords(change).map((line) => (
              <span key={line} className="mt-1 block">
                {line}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

import type { Finding } from '@contracts/findings.ts';
import { formatInstant } from '@/lib/moments.ts';
import { stepLabel } from '../finding-words.ts';

/** The steps taken so far, and by whom. */
export function FindingHistory({ finding }: { finding: Finding }) {
  return (
    <ol className="mt-3 grid gap-1.5 border-l border-line-strong pl-3.5 text-sm wrap-anywhere text-ink-soft">
      {finding.steps.map(({ at, by, step, note }, index) => (
        <li key={index}>
          <span className="font-semibold">{stepLabel(step)}</span>
          {by !== 'System' && ` by ${by}`}, {formatInstant(at)}
          {note && <span className="block">{note}</span>}
        </li>
      ))}
    </ol>
  );
}

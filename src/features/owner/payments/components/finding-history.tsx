import type { Finding } from '@contracts/findings.ts';
import { formatInstant } from '@/lib/moments.ts';
import { stepLabel } from '../finding-words.ts';

/** What was done about it so far, and by whom. */
export function FindingHistory({ finding }: { finding: Finding }) {
  return (
    <ol className="finding-history">
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

import type { Finding } from '@contracts/findings.ts';
import { labelOf, outcomeLabels, whatHappened } from '../finding-words.ts';
import { FindingBooking } from './finding-booking.tsx';
import { FindingHistory } from './finding-history.tsx';

export function ClosedFinding({ finding }: { finding: Finding }) {
  return (
    <li>
      <details>
        <summary>
          <span>{labelOf(finding)}</span>
          <span className="finding-outcome">
            {finding.outcome && outcomeLabels[finding.outcome]}
          </span>
        </summary>
        <div className="pb-4">
          <p>{whatHappened(finding)}</p>
          {finding.booking && <FindingBooking booking={finding.booking} />}
          <FindingHistory finding={finding} />
        </div>
      </details>
    </li>
  );
}

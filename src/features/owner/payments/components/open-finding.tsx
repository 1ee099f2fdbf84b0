import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { formatInstant } from '@/lib/moments.ts';
import type { Finding } from '@contracts/findings.ts';
import { labelOf, whatHappened } from '../finding-words.ts';
import { resolutionsOf, type Resolution } from '../resolutions.ts';
import { FindingBooking } from './finding-booking.tsx';
import { FindingHistory } from './finding-history.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

type OpenFindingProps = {
  finding: Finding;
  /** Where the focus goes when the finding is gone. */
  focusAfter: () => HTMLElement | null;
};

export function OpenFinding({ finding, focusAfter }: OpenFindingProps) {
  const [asked, setAsked] = useState<Resolution | null>(null);
  const headingId = `finding-${finding.id}`;
  return (
    <li className="finding" aria-labelledby={headingId}>
      <h3 id={headingId} className="heading-3">
        {labelOf(finding)}
      </h3>
      <p className="mt-2">{whatHappened(finding)}</p>
      <dl className="finding-facts">
        {finding.facts.paid_at && (
          <div>
            <dt>Paid</dt>
            <dd>{formatInstant(finding.facts.paid_at)}</dd>
          </div>
        )}
        {finding.facts.email && (
          <div>
            <dt>By</dt>
            <dd>{finding.facts.email}</dd>
          </div>
        )}
        {finding.facts.description && (
          <div>
            <dt>For</dt>
            <dd>{finding.facts.description}</dd>
          </div>
        )}
        {finding.payment_intent_id && (
          <div>
            <dt>At Stripe</dt>
            <dd>{finding.payment_intent_id}</dd>
          </div>
        )}
      </dl>
      {finding.booking && <FindingBooking booking={finding.booking} />}
      <FindingHistory finding={finding} />
      <div className="finding-mends">
        {resolutionsOf(finding).map((mend, index) => (
          <Button
            key={mend.action}
            variant={index === 0 ? 'primary' : 'secondary'}
            onClick={() => setAsked(mend)}
          >
            {mend.label}
          </Button>
        ))}
      </div>
      {asked && (
        <ResolveDialog
          finding={finding}
          mend={asked}
          onClose={() => setAsked(null)}
          focusAfter={focusAfter}
        />
      )}
    </li>
  );
}

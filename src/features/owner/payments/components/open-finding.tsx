import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { formatInstant } from '@/lib/moments.ts';
import type { Finding } from '@contracts/findings.ts';
import { paymentProvider } from '@/config/payment-provider.ts';
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
    <li
      className="border border-l-4 border-hairline border-l-citrine bg-ivory p-5 sm:p-7"
      aria-labelledby={headingId}
    >
      <h3 id={headingId} className="heading-3">
        {labelOf(finding)}
      </h3>
      <p className="mt-2">{whatHappened(finding)}</p>
      <dl className="mt-3 flex flex-wrap gap-x-7 gap-y-2 text-sm">
        {factsOf(finding).map(([label, fact]) => (
          <div key={label}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      {finding.booking && <FindingBooking booking={finding.booking} />}
      <FindingHistory finding={finding} />
      <div className="mt-5 grid gap-2.5 sm:flex sm:flex-wrap">
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

const factsOf = ({ facts, payment_intent_id: paymentId }: Finding) =>
  [
    ['Paid', facts.paid_at && formatInstant(facts.paid_at)],
    ['By', facts.email],
    ['For', facts.description],
    [`At ${paymentProvider().name}`, paymentId],
  ].filter(([, fact]) => fact);

import { Link } from 'wouter';
import type { Dashboard, PastVisit } from '@contracts/dashboard.ts';
import { formatCents } from '@domain/money/money.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { formatShortDay } from '@/lib/days.ts';
import { needLines } from '../need-lines.ts';
import { usePastMarks } from '../use-visit-mark.ts';

export const needsAttentionId = 'needs-attention';

/** What needs attention, each linked to where the owner resolves it. */
export function NeedsList({ day }: { day: Dashboard }) {
  const lines = needLines(day);
  return (
    <Section id={needsAttentionId} heading="Needs attention" className="@container scroll-mt-20">
      {isAllWell(day, lines.length) ? (
        <p className="mt-3 border-t border-hairline pt-4 text-ink-soft">Nothing needs attention.</p>
      ) : (
        <ul className="mt-3 grid-cols-2 gap-x-8 border-t border-hairline @min-[50rem]:grid">
          {lines.map(({ key, count, words, to }) => (
            <li key={key} className="border-b border-hairline">
              <Link to={to} className="row-link flex min-h-13 items-center gap-3 px-1 py-2">
                <span className="admin-count h-8 min-w-8 px-2 text-base">{count}</span>
                <span className="flex-1">{words}</span>
                <span aria-hidden="true">→</span>
              </Link>
              {key === 'past_visits' && (
                <PastVisits
                  visits={day.past_visits}
                  more={count - day.past_visits.length}
                  to={to}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const isAllWell = ({ needs }: Dashboard, lines: number) =>
  lines === 0 &&
  needs.mails === 0 &&
  !needs.mail_delay &&
  !needs.backup &&
  needs.troubles.length === 0 &&
  !needs.held;

type PastVisitsProps = {
  visits: readonly PastVisit[];
  /** How many there are beyond the shown ones, and where all of them are. */
  more: number;
  to: string;
};

function PastVisits({ visits, more, to }: PastVisitsProps) {
  const marks = usePastMarks();
  return (
    <div className="mb-3 ml-11">
      <ul aria-label="Past visits not marked done">
        {visits.map(({ id, day, customer_name: name, due_cents: dueCents }) => (
          <li key={id}>
            <Link
              to={adminBookingPath(id)}
              className="row-link flex min-h-11 items-center gap-3 p-1"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="text-ink-soft">{formatShortDay(day)}</span> {name}
              </span>
              <span className="font-semibold tabular-nums">
                {dueCents > 0 ? `${formatCents(dueCents)} due` : 'Paid'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Link to={to} className="text-link inline-flex min-h-11 items-center px-1">
            Show {more} more
          </Link>
        </p>
      )}
      <p className="mt-1 text-sm text-ink-soft">
        Marking a visit done can email the customer a receipt or a review request.
      </p>
      {visits.length > 1 && (
        <Button
          variant="secondary"
          className="mt-1 px-3"
          busy={marks.isPending}
          onClick={() => marks.mutate(visits)}
        >
          Mark these {visits.length} done
        </Button>
      )}
    </div>
  );
}

import { Link } from 'wouter';
import { formatCents } from '@domain/money/money.ts';
import { netCents, salesCents, type Figures } from '@domain/money/money-report.ts';
import type { Outstanding } from '@contracts/money.ts';
import { localToday } from '@domain/time/schedule.ts';
import { unpaidVisitsPath } from '@/config/admin-paths.ts';
import { useNow } from '@/lib/use-now.ts';
import { definitions, type FigureName } from '../definitions.ts';

type Figure = { name: FigureName; cents: number; note?: string };

/** The sums of the days, and how things stand now. */
export function KeyFigures(props: {
  all: Figures;
  disputeFeeCents: number;
  outstanding: Outstanding;
}) {
  const { all, disputeFeeCents: fees, outstanding } = props;
  return (
    <>
      <FigureList
        figures={[
          { name: 'revenue', cents: netCents(all) },
          { name: 'received', cents: all.received_cents, note: counted(all.payments, 'payment') },
          { name: 'refunds', cents: -all.refunded_cents, note: counted(all.refunds, 'refund') },
          ...(all.disputed_cents !== 0 || fees !== 0
            ? [
                {
                  name: 'disputes',
                  cents: -all.disputed_cents,
                  ...(fees !== 0 && { note: `and ${formatCents(fees)} in fees` }),
                } as const,
              ]
            : []),
          { name: 'sales', cents: salesCents(all) },
          { name: 'tax', cents: all.tax_cents },
          { name: 'tips', cents: all.tip_cents },
        ]}
      />
      {(all.tax_cents < 0 || all.tip_cents < 0) && (
        <p className="mt-3 text-sm text-ink-soft">
          Refunds and changes of visits also reduce tax and tips.
        </p>
      )}
      <h3 className="mt-6 heading-3 md:mt-10">Upcoming</h3>
      <FigureList
        figures={[
          {
            name: 'held',
            cents: outstanding.held_cents,
            note: counted(outstanding.held_bookings, 'booking'),
          },
          ...(outstanding.owed_cents > 0
            ? [
                {
                  name: 'owed',
                  cents: outstanding.owed_cents,
                  note: counted(outstanding.owed_refunds, 'refund'),
                } as const,
              ]
            : []),
          {
            name: 'due',
            cents: outstanding.due_cents,
            note: counted(outstanding.due_bookings, 'booking'),
          },
        ]}
      />
      <h3 className="mt-6 heading-3 md:mt-10">Past visits of these days</h3>
      <FigureList
        figures={[
          {
            name: 'open',
            cents: outstanding.open_cents,
            note: counted(outstanding.open_bookings, 'visit'),
          },
        ]}
      />
      <p className="mt-3">
        <Link to={unpaidVisitsPath(localToday(useNow()))} className="text-link">
          All unpaid past visits
        </Link>
      </p>
    </>
  );
}

function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="money-figures">
      {figures.map(({ name, cents, note }) => (
        <div key={name}>
          <dt>{definitions[name].label}</dt>
          <dd>
            <span className="mt-1 block text-[clamp(1.25rem,1rem+1vw,1.625rem)] font-semibold tracking-[-0.02em] tabular-nums">
              {formatCents(cents === 0 ? 0 : cents)}
            </span>
            {note && <span className="block text-sm text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

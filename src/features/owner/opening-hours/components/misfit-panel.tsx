import { Link } from 'wouter';
import { formatTime } from '@domain/time/time-format.ts';
import { Section } from '@/components/section.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import type { Misfit, Misfits } from '@contracts/time-page.ts';
import { brokenRuleLabels } from '../rule-words.ts';

/** The bookings that stand although the rules have changed since, each a press away. */
export function MisfitPanel({ misfits: { total, bookings } }: { misfits: Misfits }) {
  return (
    <Section
      heading="Bookings outside these rules"
      className={`border [border-top-width:3px] border-hairline bg-ivory p-5 ${total > 0 ? 'border-t-citrine' : 'border-t-success'}`}
    >
      {total === 0 ? (
        <p className="mt-3 text-ink-soft">All upcoming bookings fit your opening times.</p>
      ) : (
        <>
          <p className="mt-3 text-ink-soft">They stay as booked until you move or cancel them.</p>
          <MisfitList bookings={bookings} />
          {total > bookings.length && (
            <p className="mt-3 text-sm text-ink-soft">And {total - bookings.length} later ones.</p>
          )}
        </>
      )}
    </Section>
  );
}

/** With links to their pages, or as mere lines where leaving would lose something. */
export function MisfitList({
  bookings,
  isLinked = true,
}: {
  bookings: readonly Misfit[];
  isLinked?: boolean;
}) {
  return (
    <ul className="mt-4 border-t border-hairline">
      {bookings.map((booking) => (
        <li key={booking.id} className="border-b border-hairline">
          {isLinked ? (
            <Link to={adminBookingPath(booking.id)} className="block py-3 hover:bg-citrine-wash">
              <MisfitWords booking={booking} />
            </Link>
          ) : (
            <div className="py-3">
              <MisfitWords booking={booking} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function MisfitWords({
  booking: { customerName, day, time, serviceName, rules },
}: {
  booking: Misfit;
}) {
  return (
    <>
      <span className="block font-semibold">
        {formatDay(day)}, {formatTime(time)}
      </span>
      <span className="block text-sm">
        {customerName}, {serviceName}
      </span>
      <span className="mt-1 flex flex-wrap gap-1.5">
        {rules.map((rule) => (
          <span key={rule} className="mark text-ink">
            {brokenRuleLabels[rule]}
          </span>
        ))}
      </span>
    </>
  );
}

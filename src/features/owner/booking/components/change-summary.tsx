import type { BookingPage, VisitChange } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { visitEnd } from '../wanted-work.ts';

type ChangeSummaryProps = {
  booking: BookingPage['booking'];
  money: BookingPage['money'];
  to: VisitChange;
};

/** The money and the time of a visit, as they are and as they would be. */
export function ChangeSummary({ booking, money, to }: ChangeSummaryProps) {
  return (
    <dl
      aria-live="polite"
      aria-label="What changes"
      className="grid gap-2 border-t border-hairline pt-4 tabular-nums"
    >
      <Amount label="Price" was={booking.price_cents} is={to.priceCents} />
      <Amount label="Discount" was={booking.discount_cents} is={to.discountCents} />
      <Amount label="Tax" was={booking.tax_cents} is={to.taxCents} />
      <Amount label="Total" was={booking.total_cents} is={to.totalCents} isSum />
      <Line
        label="Length"
        was={formatDuration(booking.duration_minutes)}
        is={formatDuration(to.durationMinutes)}
        more={`, until ${visitEnd(booking, to.durationMinutes)}`}
      />
      {to.overpaidCents > 0 ? (
        <Amount label="Overpaid" was={money.overpaid_cents} is={to.overpaidCents} isSum />
      ) : (
        <Line
          label="Left to pay"
          was={formatCents(money.due_on_site_cents)}
          is={formatCents(to.dueCents)}
          isSum
        />
      )}
    </dl>
  );
}

type AmountProps = { label: string; was: number; is: number; isSum?: boolean };

/** Nothing for an amount that is zero before and after. */
const Amount = ({ was, is, ...shown }: AmountProps) =>
  was === 0 && is === 0 ? null : <Line {...shown} was={formatCents(was)} is={formatCents(is)} />;

type LineProps = { label: string; was: string; is: string; more?: string; isSum?: boolean };

function Line({ label, was, is, more, isSum }: LineProps) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${isSum ? 'font-semibold' : ''}`}>
      <dt>{label}</dt>
      <dd>
        {was !== is && (
          <>
            <span className="text-ink-soft">{was}</span>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> becomes </span>
          </>
        )}
        {is}
        {more}
      </dd>
    </div>
  );
}

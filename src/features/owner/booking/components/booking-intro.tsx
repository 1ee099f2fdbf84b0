import { adminPaths } from '@/config/admin-paths.ts';
import { UnsentOfVisit } from '@/entities/on-device/unsent-of-visit.tsx';
import { arrivalWindow, toldToCustomer } from '@/lib/told-times.ts';
import { useNow } from '@/lib/use-now.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { localToday } from '@domain/time/schedule.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import { standingOf, type Standing } from '../words.ts';

/** What is booked and when, and how it stands. */
export function BookingIntro({ page }: { page: BookingPage }) {
  const today = localToday(useNow());
  return (
    <>
      <p className="text-ink">
        {soldName(page.booking.service_name, page.booking.add_ons)},{' '}
        {formatStartOf(page.booking).replace(/ (?=[AP]M$)/, '\u00a0')}
      </p>
      {arrivalWindow() > 0 && (
        <p className="mt-1 text-sm">{toldToCustomer(page.booking.booking_time)}</p>
      )}
      <ul className="mt-3 flex flex-wrap gap-2 text-base">
        {standingOf(page, today).map((standing) => (
          <li key={standing.label}>
            <StandingBadge {...standing} />
          </li>
        ))}
      </ul>
      <UnsentOfVisit bookingId={page.booking.id} to={adminPaths.unsent} />
    </>
  );
}

const looks: Record<Standing['tone'], string> = {
  plain: 'bg-lacquer text-ivory border-lacquer',
  good: 'bg-success-wash text-success border-success',
  open: 'bg-citrine-wash text-brass border-brass',
  bad: 'bg-danger-wash text-danger border-danger',
};

function StandingBadge({ label, tone }: Standing) {
  return (
    <span
      className={`inline-block rounded-badge border px-3 py-1 text-sm font-semibold tabular-nums ${looks[tone]}`}
    >
      {label}
    </span>
  );
}

import { soldName } from '@domain/booking/add-ons.ts';
import { localToday } from '@domain/time/schedule.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { adminPaths } from '@/config/admin-paths.ts';
import { UnsentOfVisit } from '@/entities/on-device/unsent-of-visit.tsx';
import { useNow } from '@/lib/use-now.ts';
import { arrivalWindow, toldToCustomer } from '@/lib/told-times.ts';
import { standingOf } from '../words.ts';
import { StandingBadge } from './standing-badge.tsx';

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

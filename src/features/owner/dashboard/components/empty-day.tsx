import { formatTime } from '@domain/time/time-format.ts';
import { drawingOf } from '@/components/vehicle-drawings.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { adminBookingPath, adminPaths } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import type { Dashboard } from '@contracts/dashboard.ts';

/** A day without cars is not a screen without anything. */
export function EmptyDay({ next }: Pick<Dashboard, 'next'>) {
  return (
    <div className="on-lacquer overflow-hidden rounded-badge px-6 pt-8 sm:px-12 sm:pt-12">
      <p className="heading-2">No visits today</p>
      {next ? (
        <>
          <p className="mt-3 max-w-md text-mist">
            Next is {next.customer_name} on {formatDay(next.day)} at {formatTime(next.booking_time)}
            : {next.service_name}.
          </p>
          <ButtonLink to={adminBookingPath(next.id)} className="mt-6">
            Open booking
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="mt-3 max-w-md text-mist">There are no upcoming visits either.</p>
          <ButtonLink to={adminPaths.newBooking} className="mt-6">
            Book by phone
          </ButtonLink>
        </>
      )}
      <img
        src={drawingOf('suv').address}
        alt=""
        width={1020}
        height={450}
        className="mt-8 -mr-4 -mb-px ml-auto h-auto w-[min(34rem,100%)]"
      />
    </div>
  );
}

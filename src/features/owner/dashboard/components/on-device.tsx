import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { soldName } from '@domain/booking/add-ons.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { localToday } from '@domain/time/local-day.ts';
import { Section } from '@/components/section.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import { formatMoment } from '@/lib/moments.ts';
import { useNow } from '@/lib/use-now.ts';
import { keptVisitsQuery } from '../api/keep-visits.ts';

/** Without a connection: since when this device keeps the day, and the visits of the day after. */
export function OnDevice() {
  const { data } = useQuery(keptVisitsQuery);
  const today = localToday(useNow());
  if (!data) return null;
  const later = data.days.filter(({ day }) => day > today);
  return (
    <Section heading="No connection">
      <p className="mt-3 border-t border-hairline pt-4 text-ink-soft">
        These visits are as of {formatMoment(new Date(data.takenAt).toISOString())}. What you mark,
        record or note is kept on this device and sent when there is a connection.
      </p>
      {later.map(({ day, cars }) => (
        <div key={day} className="mt-6">
          <h3 className="font-semibold">{formatDay(day)}</h3>
          {cars.length === 0 && <p className="mt-1 text-ink-soft">No visits</p>}
          <ul className="mt-1">
            {cars.map((car) => (
              <li key={car.id} className="border-b border-hairline">
                <Link
                  to={adminBookingPath(car.id)}
                  className="row-link flex min-h-13 items-center gap-3 px-1 py-2"
                >
                  <span className="w-20 font-semibold whitespace-nowrap">
                    {formatTime(car.booking_time)}
                  </span>
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {car.customer_name}
                    <span className="block text-sm text-ink-soft">
                      {soldName(car.service_name, car.add_ons)} · {car.address}, {car.city}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

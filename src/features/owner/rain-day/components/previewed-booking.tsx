import type { OfferedStart } from '@domain/booking/rain-plan.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { formatShortDay } from '@/lib/days.ts';
import type { RainPreview } from '@contracts/rain-day.ts';
import { untilAbout } from '../answer-words.ts';

type PreviewedBookingProps = {
  booking: RainPreview['bookings'][number];
  /** Null while nothing is planned for it. */
  times: OfferedStart[] | null;
  isLeftOut: boolean;
  onToggle: () => void;
};

/** One booking of the day, with what its customer would be offered. */
export function PreviewedBooking({ booking, times, isLeftOut, onToggle }: PreviewedBookingProps) {
  const start = formatTime(booking.booking_time);
  return (
    <li className="border-b border-hairline py-4">
      <label className="flex min-h-11 cursor-pointer items-start gap-4">
        <input
          type="checkbox"
          checked={!isLeftOut && !booking.is_asked}
          disabled={booking.is_asked}
          onChange={onToggle}
          className="mt-1 size-6 shrink-0 accent-lacquer"
          aria-label={`Ask ${booking.customer_name}, ${start}`}
        />
        <span className="min-w-0">
          <span className="block font-semibold">
            <span className="tabular-nums">{start}</span> {booking.customer_name}
          </span>
          <span className="block text-sm text-ink-soft">{booking.service_name}</span>
        </span>
      </label>
      <div className="mt-2 pl-10 text-sm">
        {booking.is_asked ? (
          <p>Already asked about another part of the day.</p>
        ) : isLeftOut ? (
          <p>Stays as booked. The customer isn’t asked.</p>
        ) : (
          <Offered times={times ?? []} booking={booking} />
        )}
      </div>
    </li>
  );
}

function Offered({
  times,
  booking,
}: {
  times: OfferedStart[];
  booking: RainPreview['bookings'][number];
}) {
  if (times.length === 0)
    return <p className="text-danger">No available times to offer. Please call.</p>;
  return (
    <>
      <ul aria-label="Times to offer" className="flex flex-wrap gap-2">
        {inOrder(times).map((start) => (
          <li
            key={`${start.date} ${start.time}`}
            className="rounded-badge border border-hairline bg-ivory px-3 py-1 tabular-nums"
          >
            {formatShortDay(start.date)}, {formatTime(start.time)}
            {untilAbout(start.time, booking.duration_minutes)}
          </li>
        ))}
      </ul>
      {booking.customer_email === null && (
        <p className="mt-2 text-danger">No email address. The times are held. Please call.</p>
      )}
    </>
  );
}

const inOrder = (times: OfferedStart[]): OfferedStart[] =>
  [...times].sort((one, other) =>
    `${one.date} ${one.time}`.localeCompare(`${other.date} ${other.time}`),
  );

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isUpcoming } from '@domain/booking/booking.ts';
import { localToday } from '@domain/time/schedule.ts';
import { Section } from '@/components/section.tsx';
import { clockNow } from '@/lib/clock.ts';
import { photoLinksQuery } from '../api/photo-links.ts';
import type { ListedBooking } from '../api/rained-out.ts';
import { standingOf } from '../standing-of.ts';
import { useCancelBooking } from '../use-cancel-booking.ts';
import { BookingCard, cardHeadingId } from './booking-card.tsx';
import { CancelDialog } from './cancel-dialog.tsx';

type BookingListProps = {
  bookings: readonly ListedBooking[];
  onCancelled: (id: string, refundCents: number) => void;
};

/** Bookings in two sections, each there only when it has any: the soonest and the most recent first. */
export function BookingList({ bookings, onCancelled }: BookingListProps) {
  const [today] = useState(() => localToday(clockNow()));
  const [asked, setAsked] = useState<ListedBooking | null>(null);
  const cancellation = useCancelBooking(({ id }, refundCents) => {
    if (refundCents !== null) onCancelled(id, refundCents);
    setAsked(null);
  });

  const { data: photoLinks } = useQuery(photoLinksQuery(bookings.flatMap(doneVisit)));

  const soonestFirst = [...bookings].sort((a, b) => startOf(a).localeCompare(startOf(b)));
  const upcoming = soonestFirst.filter((booking) => isUpcoming(standingOf(booking), today));
  const rest = soonestFirst.filter((booking) => !upcoming.includes(booking)).reverse();
  const sections = [
    { heading: 'Upcoming', list: upcoming },
    { heading: 'Past & Cancelled', list: rest },
  ];

  return (
    <div className="grid gap-14">
      {sections.map(
        ({ heading, list }) =>
          list.length > 0 && (
            <Section key={heading} heading={heading} headingClassName="mb-6 heading-2">
              <ul className="grid gap-5">
                {list.map((booking) => (
                  <li key={booking.id}>
                    <BookingCard
                      booking={booking}
                      today={today}
                      photoToken={photoLinks?.[booking.id]}
                      onCancel={() => setAsked(booking)}
                    />
                  </li>
                ))}
              </ul>
            </Section>
          ),
      )}
      <CancelDialog
        booking={asked}
        isBusy={cancellation.isPending}
        onKeep={() => setAsked(null)}
        onCancel={(booking) => cancellation.mutate(booking)}
        focusAfter={(booking) => document.getElementById(cardHeadingId(booking.id))}
      />
    </div>
  );
}

const doneVisit = ({ id, done_at, details }: ListedBooking) =>
  done_at !== null && details ? [{ id, email: details.customer_email }] : [];

const startOf = ({ booking_date, booking_time }: ListedBooking) =>
  `${booking_date} ${booking_time}`;

import type { ReactNode } from 'react';
import { localToday } from '@domain/time/schedule.ts';
import { useNow } from '@/lib/use-now.ts';
import type { ShownBooking } from '../api/booking-page.ts';
import '../owner-booking.css';
import { BookingActions } from './booking-actions.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { isOff } from '../words.ts';
import { BookingNote } from './booking-note.tsx';
import { ReachBar } from './reach-bar.tsx';
import { Timeline } from './timeline.tsx';
import { WorkOfVisit } from './work-of-visit.tsx';

/** What a person without an email address may ask for, by their phone number. */
export type PrivacyOf = (phone: string) => ReactNode;

/** Actions, facts and history of a booking, in two columns where its place is wide enough. */
export function BookingBody({ page, privacyOf }: { page: ShownBooking; privacyOf: PrivacyOf }) {
  const { booking } = page;
  const today = localToday(useNow());
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-x-14 gap-y-12 pb-14 lg:pb-0 @4xl:grid-cols-[minmax(0,1fr)_22rem] @4xl:grid-rows-[auto_1fr]">
        <BookingActions page={page} today={today} />
        <aside className="grid grid-cols-1 gap-10 @4xl:row-span-2">
          <ReachBar booking={booking} isOff={isOff(page)} />
          <BookingFacts page={page} today={today} />
          <BookingNote booking={booking} note={page.note} customerNote={page.customer_note} />
        </aside>
        <div className="grid min-w-0 gap-12">
          <WorkOfVisit booking={booking} today={today} />
          {page.isKept ? <OnDevice /> : <Timeline page={page} />}
        </div>
        {booking.customer_email === null && !page.isKept && (
          <div className="@4xl:col-span-2">{privacyOf(booking.customer_phone)}</div>
        )}
      </div>
    </div>
  );
}

const OnDevice = () => (
  <p className="text-ink-soft">
    You’re offline. This device keeps what you need at the visit. The history and other actions are
    back with the connection.
  </p>
);

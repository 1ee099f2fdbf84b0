import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useLocation } from '@/lib/location.tsx';
import { Page } from '@/components/ui/page.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { readHeldFor } from '@/entities/waiting-list/held-for.ts';
import { callerOfBookingQuery } from '../api/find-callers.ts';
import '../phone-booking.css';
import type { PhoneStart } from '../use-phone-start.ts';
import { PhoneBookingForm } from './phone-booking-form.tsx';

/** A phone booking: the website's times and prices without the discount for a start nearby, paid on site. */
export default function PhoneBookingScreen() {
  const [query] = useSearchParams();
  const location = useLocation();
  // As it came: the question before leaving puts a state of its own in its place.
  const [heldFor] = useState(() => readHeldFor(location.state));
  const bookingId = query.get('again');
  const hasTravel = useQuery(openingRulesQuery).data?.needsPlace === true;
  return (
    <Page
      title="New booking"
      heading="New booking"
      lead={
        hasTravel
          ? 'Paid on site. Prices are as online; a discount for being nearby only applies online.'
          : 'Same prices as online, paid on site.'
      }
    >
      {bookingId ? (
        <BookAgain bookingId={bookingId} start={readWanted(query)} />
      ) : (
        <PhoneBookingForm start={readWanted(query)} heldFor={heldFor} again={null} />
      )}
    </Page>
  );
}

/** The form with the customer, car, address and service of a booking. Empty when their data was erased. */
function BookAgain({ bookingId, start }: { bookingId: string; start: PhoneStart }) {
  const query = useQuery(callerOfBookingQuery(bookingId));
  if (query.data === undefined)
    return (
      <NotLoaded
        query={query}
        loading="Loading the customer"
        failed="Couldn’t load this customer."
      />
    );
  return <PhoneBookingForm start={start} heldFor={null} again={query.data} />;
}

/** The day and the time that were pressed on the calendar; what is none is left out. */
function readWanted(query: URLSearchParams): PhoneStart {
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? ''];
  return {
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    time: /^\d{2}:\d{2}$/.test(time) ? time : null,
  };
}

import { useState } from 'react';
import { useLocation, useSearchParams } from '@/lib/router.tsx';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { Page } from '@/components/ui/page.tsx';
import { readHeldFor } from '@/entities/waiting-list/held-for.ts';
import { PhoneBookingForm } from './phone-booking-form.tsx';

/** A phone booking: the website's times and prices, paid on site. */
export default function PhoneBookingScreen() {
  const [query] = useSearchParams();
  const location = useLocation();
  // As it came: the question before leaving puts a state of its own in its place.
  const [heldFor] = useState(() => readHeldFor(location.state));
  return (
    <Page
      title="Phone booking"
      heading="Phone booking"
      lead="The times and prices are the same as online. The customer pays on site after the work."
    >
      <PhoneBookingForm start={readWanted(query)} heldFor={heldFor} />
    </Page>
  );
}

/** The day and the time that were pressed on the calendar; what is none is left out. */
function readWanted(query: URLSearchParams): {
  date: LocalDate | null;
  time: LocalTime | null;
} {
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? ''];
  return {
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    time: /^\d{2}:\d{2}$/.test(time) ? time : null,
  };
}

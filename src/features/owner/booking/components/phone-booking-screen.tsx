import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Page } from '@/components/ui/page.tsx';
import { readHeldFor } from '@/entities/waiting-list/held-for.ts';
import { readWanted } from '../wanted-from-address.ts';
import { PhoneBookingForm } from './phone-booking-form.tsx';

/** A booking for somebody who calls: the times and prices of the website, paid on site. */
export default function PhoneBookingScreen() {
  const [query] = useSearchParams();
  const location = useLocation();
  // As it came: the question before leaving puts a state of its own in its place.
  const [heldFor] = useState(() => readHeldFor(location.state));
  return (
    <Page
      title="Phone booking"
      heading="A booking by phone."
      lead="Times and prices are those of the website. It is paid on site, when the work is done."
    >
      <PhoneBookingForm start={readWanted(query)} heldFor={heldFor} />
    </Page>
  );
}

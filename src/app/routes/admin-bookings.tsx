import { BookingBeside } from '@/features/owner/booking/components/booking-beside.tsx';
import BookingsScreen from '@/features/owner/calendar/components/bookings-screen.tsx';
import { CallerPrivacy } from '@/features/owner/customers/components/caller-privacy.tsx';

const privacyOf = (phone: string) => <CallerPrivacy phone={phone} />;

/** All bookings, with the chosen one beside the list. */
export default function AdminBookings() {
  return (
    <BookingsScreen
      bookingOf={(bookingId) => <BookingBeside bookingId={bookingId} privacyOf={privacyOf} />}
    />
  );
}

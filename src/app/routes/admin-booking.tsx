import { CallerPrivacy } from '@/features/owner/customers/components/caller-privacy.tsx';
import OwnerBookingScreen from '@/features/owner/booking/components/owner-booking-screen.tsx';

/** A booking; where nobody left an address, also what may be asked for by the phone number. */
export default function AdminBooking() {
  return <OwnerBookingScreen privacyOf={(phone) => <CallerPrivacy phone={phone} />} />;
}

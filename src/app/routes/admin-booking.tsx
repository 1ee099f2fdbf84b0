import { CallerPrivacy } from '@/features/owner/customers/components/caller-privacy.tsx';
import OwnerBookingScreen from '@/features/owner/booking/components/owner-booking-screen.tsx';

/** A booking. Without an email address it offers data export and erasure by phone number. */
export default function AdminBooking() {
  return <OwnerBookingScreen privacyOf={(phone) => <CallerPrivacy phone={phone} />} />;
}

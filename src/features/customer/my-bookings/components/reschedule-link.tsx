import { useState, type MouseEvent } from 'react';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { reschedulePath } from '@/config/paths-of-one.ts';
import { loginUrl } from '@/config/login-url.ts';
import { sendBookingCode } from '@/lib/booking-code.ts';
import { navigate } from '@/lib/location.tsx';
import { useSession } from '@/lib/session.ts';

type RescheduleLinkProps = { bookingId: string; email: string | null | undefined };

/**
 * Leads to the new time. A guest has to sign in first, with the address of the booking: one click also sends the code
 * there. If none could be sent, the sign-in asks for the address.
 */
export function RescheduleLink({ bookingId, email }: RescheduleLinkProps) {
  const isGuest = useSession().status === 'guest';
  const [isSending, setIsSending] = useState(false);
  const to = reschedulePath(bookingId);

  const open = async (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isGuest || !isPlain) return;
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    const codeSentTo = await sendBookingCode(bookingId, loginUrl(to)).catch(() => null);
    setIsSending(false);
    navigate(to, { state: { email, codeSentTo } });
  };

  return (
    <ButtonLink
      variant="secondary"
      to={to}
      state={{ email }}
      aria-busy={isSending}
      onClick={(event) => void open(event)}
    >
      Reschedule
    </ButtonLink>
  );
}

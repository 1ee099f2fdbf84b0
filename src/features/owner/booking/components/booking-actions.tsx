import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from '@/lib/router.tsx';
import { formatCents } from '@domain/money/money.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { useNow } from '@/lib/use-now.ts';
import type { BookingPage, OwnerBooking } from '@contracts/owner-booking.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { formatMoment } from '@/lib/moments.ts';
import { byHandCents } from '../words.ts';
import { CancelBooking } from './cancel-booking.tsx';
import { CorrectForm } from './correct-form.tsx';
import { Disputes } from './disputes.tsx';
import { MessageForm } from './message-form.tsx';
import { MoveForm } from './move-form.tsx';
import { OwedRefunds } from './owed-refunds.tsx';
import { PaymentForm } from './payment-form.tsx';
import { LastPaymentLink, SendPaymentLink } from './send-payment-link.tsx';
import { VisitMarks } from './visit-marks.tsx';

type ActionsProps = { page: BookingPage; today: string };

/** The actions for a booking's status. A cancelled one offers its owed refunds only. */
export function BookingActions({ page, today }: ActionsProps) {
  const { status } = page.booking;
  return (
    <Section heading="Actions" headingClassName="heading-2" className="min-w-0">
      <div className="mt-6 grid gap-6">
        <Disputes page={page} />
        {status === 'cancelled' && <RefundSummary page={page} />}
        <OwedRefunds page={page} />
        {status === 'pending_payment' && <UnpaidNotice page={page} />}
        {status === 'cancelled' ? (
          <MessageAfterwards booking={page.booking} />
        ) : (
          <Actions page={page} today={today} />
        )}
      </div>
    </Section>
  );
}

type Form = 'payment' | 'move' | 'correct' | 'message';

function Actions({ page, today }: ActionsProps) {
  const [form, setForm] = useState<Form | null>(null);
  const { booking, money } = page;
  const isConfirmed = booking.status !== 'pending_payment';
  const isDue = money.due_on_site_cents > 0;
  const isAsked = useAskedForPayment(isConfirmed && isDue, () => setForm('payment'));
  const close = () => setForm(null);
  return (
    <>
      {isConfirmed && <VisitMarks booking={booking} today={today} />}
      {form === 'payment' && (
        <PaymentForm
          bookingId={booking.id}
          dueCents={money.due_on_site_cents}
          startsAtAmount={isAsked}
          onClose={close}
        />
      )}
      {form === 'move' && <MoveForm booking={booking} onClose={close} />}
      {form === 'correct' && <CorrectForm booking={booking} onClose={close} />}
      {form === 'message' && <MessageForm booking={booking} onClose={close} />}
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {isConfirmed && form !== 'payment' && (
          <Button variant={isDue ? 'primary' : 'secondary'} onClick={() => setForm('payment')}>
            {isDue ? `Record ${formatCents(money.due_on_site_cents)} payment` : 'Add tip'}
          </Button>
        )}
        {isConfirmed && isDue && page.called_off === null && booking.customer_email && (
          <SendPaymentLink page={page} />
        )}
        {isConfirmed && form !== 'move' && (
          <Button variant="secondary" onClick={() => setForm('move')}>
            Move booking
          </Button>
        )}
        {isConfirmed && form !== 'correct' && (
          <Button variant="secondary" onClick={() => setForm('correct')}>
            Correct details
          </Button>
        )}
        {form !== 'message' && (
          <MessageButton booking={booking} onPress={() => setForm('message')} />
        )}
        <CancelBooking booking={booking} />
      </div>
      <LastPaymentLink page={page} />
    </>
  );
}

/** A customer without an email address gets a call. */
function MessageButton({ booking, onPress }: { booking: OwnerBooking; onPress: () => void }) {
  if (booking.customer_email)
    return (
      <Button variant="secondary" onClick={onPress}>
        Send message
      </Button>
    );
  return (
    <a href={`tel:${booking.customer_phone}`} className={buttonStyle('secondary')}>
      Call the customer
    </a>
  );
}

/** The only way to reach the customer of a cancelled booking. */
function MessageAfterwards({ booking }: { booking: OwnerBooking }) {
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <MessageForm booking={booking} onClose={() => setIsOpen(false)} />
  ) : (
    <div className="grid gap-3 sm:flex">
      <MessageButton booking={booking} onPress={() => setIsOpen(true)} />
    </div>
  );
}

/**
 * Opens the payment form for an address that asks for it (adminPaymentPath), once. After the page has arrived, whose
 * heading takes the focus first. Answers whether it did.
 */
function useAskedForPayment(isPossible: boolean, open: () => void): boolean {
  const [query, setQuery] = useSearchParams();
  const [wasAsked] = useState(() => isPossible && query.get('form') === 'payment');
  const openOnArrival = useEffectEvent(() => {
    if (!query.has('form')) return;
    if (wasAsked) open();
    setQuery({}, { replace: true });
  });
  useEffect(() => openOnArrival(), []);
  return wasAsked;
}

function RefundSummary({ page: { money, timeline } }: { page: BookingPage }) {
  const [owed, byHand] = [byHandCents(timeline, 'owed'), byHandCents(timeline, 'succeeded')];
  const byCard = money.refunded_cents - owed - byHand;
  return (
    <Notice tone={owed > 0 ? 'info' : 'success'} title="This booking is cancelled.">
      {money.refunded_cents === 0 && <p>Nothing was refunded.</p>}
      {byCard > 0 && <p>{formatCents(byCard)} is refunded to the card automatically.</p>}
      {byHand > 0 && <p>{formatCents(byHand)} was refunded manually.</p>}
      {owed > 0 && <p>{formatCents(owed)} was paid on site: refund it manually.</p>}
    </Notice>
  );
}

function UnpaidNotice({ page: { hold_expires_at: until } }: { page: BookingPage }) {
  const now = useNow();
  return (
    <Notice title="The customer hasn’t paid yet.">
      <p>
        {until && Date.parse(until) > now
          ? `Its time is held until ${formatMoment(until)}.`
          : 'Its time is no longer held. A payment still confirms it while the time is available.'}
      </p>
    </Notice>
  );
}

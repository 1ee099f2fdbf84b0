import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { keptCents } from '@domain/money/kept.ts';
import { formatCents } from '@domain/money/money.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { useNow } from '@/lib/use-now.ts';
import { useBusiness } from '@/lib/business.ts';
import { textLink } from '@/lib/text-link.ts';
import { textAboutVisit } from '@/entities/visit/ready-texts.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { adminReceiptPath, bookAgainPath } from '@/config/admin-paths.ts';
import { heldInDispute } from '@/entities/dispute/dispute-words.ts';
import { ChangeCrew } from '@/entities/crew/change-crew.tsx';
import { formatMoment } from '@/lib/moments.ts';
import type { ShownBooking } from '../api/booking-page.ts';
import { actionsOf, isOver, type Action } from '../next-actions.ts';
import { byHandCents, isOff } from '../words.ts';
import { CancelBooking } from './cancel-booking.tsx';
import { ChangeVisitForm } from './change-visit-form.tsx';
import { CorrectForm } from './correct-form.tsx';
import { Disputes } from './disputes.tsx';
import type { Fee } from './mark-no-show.tsx';
import { MessageForm } from './message-form.tsx';
import { MoveForm } from './move-form.tsx';
import { OwedRefunds } from './owed-refunds.tsx';
import { PaymentForm } from './payment-form.tsx';
import { RefundForm } from './refund-form.tsx';
import { LastPaymentLink, SendPaymentLink } from './send-payment-link.tsx';
import { VisitMarks } from './visit-marks.tsx';

type ActionsProps = { page: ShownBooking; today: string };

/** The actions for a booking's state, the next step first. */
export function BookingActions({ page, today }: ActionsProps) {
  const { status } = page.booking;
  return (
    <Section heading="Actions" headingClassName="heading-2" className="min-w-0">
      <div className="mt-6 grid gap-6">
        <Disputes page={page} />
        {status === 'cancelled' && <RefundSummary page={page} />}
        <OwedRefunds page={page} />
        {status === 'pending_payment' && <UnpaidNotice page={page} />}
        <Actions page={page} today={today} />
      </div>
    </Section>
  );
}

type Form = 'payment' | 'move' | 'change' | 'correct' | 'message' | 'refund';

function Actions({ page, today }: ActionsProps) {
  const [form, setForm] = useState<Form | null>(null);
  const { booking, money } = page;
  const isConfirmed = booking.status !== 'pending_payment' && booking.status !== 'cancelled';
  // What the policy refunds of a no-show, when the owner chose that.
  const [refundCents, setRefundCents] = useState<number>();
  const close = () => {
    setForm(null);
    setRefundCents(undefined);
  };
  const settle = ({ form: next, cents }: NonNullable<Fee>) => {
    setRefundCents(cents);
    setForm(next);
  };
  const { ordinary, more } = possibleOf(page, today);
  const asked = useAskedForForm(
    [...ordinary, ...more].filter((one) => one !== 'payment' || money.due_on_site_cents > 0),
    setForm,
  );
  // Then the next step is to mark it.
  const isToMark = isConfirmed && !isOver(page) && booking.booking_date <= today;
  const button = (action: Action, isFirst: boolean) =>
    action === form ? null : (
      <ActionButton
        key={action}
        action={action}
        page={page}
        variant={isFirst && !isToMark ? 'primary' : 'secondary'}
        onForm={setForm}
      />
    );
  return (
    <>
      {isConfirmed && <VisitMarks page={page} today={today} onFee={settle} />}
      {isConfirmed && !isOver(page) && !page.isKept && <ChangeCrew booking={booking} />}
      {form === 'payment' && (
        <PaymentForm
          booking={booking}
          dueCents={money.due_on_site_cents}
          startsAtAmount={asked === 'payment'}
          onClose={close}
        />
      )}
      {form === 'move' && <MoveForm booking={booking} onClose={close} />}
      {form === 'change' && (
        <ChangeVisitForm page={page} onMove={() => setForm('move')} onClose={close} />
      )}
      {form === 'correct' && <CorrectForm booking={booking} onClose={close} />}
      {form === 'refund' && <RefundForm page={page} startCents={refundCents} onClose={close} />}
      {form === 'message' && <MessageForm booking={booking} onClose={close} />}
      <div className={buttonGrid}>
        {ordinary.map((action, index) => button(action, index === 0))}
      </div>
      {isConfirmed && <LastPaymentLink page={page} />}
      {more.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">More actions</summary>
          <div className={`mt-3 ${buttonGrid}`}>{more.map((action) => button(action, false))}</div>
        </details>
      )}
    </>
  );
}

// On a phone two in a row, since there may be ten; the first has a row of its own, and so has a last one left alone.
const buttonGrid =
  'grid grid-cols-2 gap-3 sm:flex sm:flex-wrap max-sm:*:px-2 max-sm:*:first:col-span-2 max-sm:*:last:even:col-span-2';

/** On this device's copy, only what the device can store. */
function possibleOf(page: ShownBooking, today: string): ReturnType<typeof actionsOf> {
  const { ordinary, more } = actionsOf(page, today);
  return page.isKept
    ? { ordinary: [...ordinary, ...more].filter((one) => one === 'payment'), more: [] }
    : { ordinary, more };
}

type ActionButtonProps = {
  action: Action;
  page: BookingPage;
  variant: 'primary' | 'secondary';
  onForm: (form: Form) => void;
};

function ActionButton({ action, page, variant, onForm }: ActionButtonProps) {
  const { booking, money } = page;
  if (action === 'cancel') return <CancelBooking booking={booking} />;
  if (action === 'link') return <SendPaymentLink page={page} />;
  if (action === 'receipt')
    return (
      <ButtonLink to={adminReceiptPath(booking.id)} variant={variant}>
        Receipt
      </ButtonLink>
    );
  if (action === 'again')
    return (
      <ButtonLink to={bookAgainPath(booking.id)} variant={variant}>
        Book again
      </ButtonLink>
    );
  // A customer without an email address gets a text from the owner's phone.
  if (action === 'message' && !booking.customer_email)
    return <TextTheCustomer page={page} variant={variant} />;
  return (
    <Button variant={variant} onClick={() => onForm(action)}>
      {action === 'payment' && money.due_on_site_cents > 0
        ? `Record ${formatCents(money.due_on_site_cents)} payment`
        : action === 'refund' && money.overpaid_cents > 0
          ? `Refund ${formatCents(money.overpaid_cents)} overpaid`
          : formLabels[action]}
    </Button>
  );
}

function TextTheCustomer({ page, variant }: Pick<ActionButtonProps, 'variant' | 'page'>) {
  const { booking } = page;
  const { facts } = useBusiness();
  const words = textAboutVisit(booking, facts.name, { now: useNow(), isOff: isOff(page) });
  return (
    <a href={textLink(booking.customer_phone, words)} className={buttonStyle(variant)}>
      Text the customer
    </a>
  );
}

const formLabels: Record<Form, string> = {
  payment: 'Add tip',
  move: 'Move booking',
  change: 'Change visit',
  correct: 'Correct details',
  message: 'Send message',
  refund: 'Refund',
};

/**
 * Opens the form that an address asks for (adminPaymentPath, adminMovePath), once. After the page has arrived, whose
 * heading takes the focus first. Answers which one it did open.
 */
function useAskedForForm(possible: readonly Action[], open: (form: Form) => void): Form | null {
  const [query, setQuery] = useSearchParams();
  const [form] = useState(
    () =>
      (['payment', 'move'] as const).find(
        (one) => one === query.get('form') && possible.includes(one),
      ) ?? null,
  );
  const openOnArrival = useEffectEvent(() => {
    if (!query.has('form')) return;
    if (form) open(form);
    setQuery({}, { replace: true });
  });
  useEffect(() => openOnArrival(), []);
  return form;
}

function RefundSummary({ page: { money, timeline } }: { page: BookingPage }) {
  const [owed, byHand] = [byHandCents(timeline, 'owed'), byHandCents(timeline, 'succeeded')];
  const byCard = money.refunded_cents - owed - byHand;
  const kept = keptCents(money);
  const held = heldInDispute(money.disputed_cents);
  return (
    <Notice tone={owed > 0 ? 'info' : 'success'} title="This booking is cancelled.">
      {money.refunded_cents === 0 && <p>Nothing was refunded.</p>}
      {byCard > 0 && <p>{formatCents(byCard)} is refunded to the card automatically.</p>}
      {byHand > 0 && <p>{formatCents(byHand)} was refunded by hand.</p>}
      {owed > 0 && (
        <p>
          {formatCents(owed)} {held ? 'can’t go back to a card' : 'was paid on site'}: refund it by
          hand, then mark it as refunded.
        </p>
      )}
      {held && <p>{held}</p>}
      {kept > 0 && <p>You kept {formatCents(kept)}.</p>}
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

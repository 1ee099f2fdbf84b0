import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { BusinessFacts } from '@domain/business/business.ts';
import { cancellationPolicy } from '@domain/money/cancellation-policy.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { myBookingPath } from '@/config/paths-of-one.ts';
import { useNow } from '@/lib/use-now.ts';
import { useBusiness } from '@/lib/business.ts';
import { Section } from '@/components/section.tsx';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';

/** What a customer may expect from now on. */
export function NextSteps({ booking, email }: { booking: BookingRecord; email: string | null }) {
  const { facts } = useBusiness();
  const now = useNow();
  return (
    <Section heading="Next steps" headingClassName="heading-2">
      <ol className="mt-6 grid grid-cols-1 gap-6 border-t border-hairline pt-6 sm:grid-cols-3 sm:gap-8">
        {steps(booking, email, { facts, now }).map(({ title, text, ways }, index) => (
          <li key={title}>
            <span aria-hidden="true" className="heading-3 text-brass tabular-nums">
              {index + 1}
            </span>
            <p className="mt-2 font-semibold">{title}</p>
            <p className="mt-1 text-ink-soft">{text}</p>
            {ways}
          </li>
        ))}
      </ol>
    </Section>
  );
}

type Step = { title: string; text: string; ways?: ReactNode };

function steps(
  booking: BookingRecord,
  email: string | null,
  { facts, now }: { facts: BusinessFacts; now: number },
): Step[] {
  const isOnSite = booking.payment_option === 'pay_later' && booking.status === 'confirmed';
  const isRestDue = booking.status === 'deposit_paid' || isOnSite;
  return [
    {
      title: 'Look for our email',
      text: `Your confirmation goes to ${email ?? 'your email address'}, with everything you need to find this booking.`,
    },
    {
      title: 'We come to you',
      text: isRestDue
        ? 'We tell you when we are on our way. The rest is due on site, once you have seen the result.'
        : 'We tell you when we are on our way. Everything is paid: nothing is due on site.',
    },
    {
      title: 'If your plans change',
      text: policyOf(booking, now),
      ways: <WaysToChange bookingId={booking.id} facts={facts} />,
    },
  ];
}

function WaysToChange({ bookingId, facts }: { bookingId: string; facts: BusinessFacts }) {
  return (
    <div className="mt-3 flex flex-wrap gap-x-6">
      <Link to={myBookingPath(bookingId)} className="text-link">
        Change or cancel
      </Link>
      <a href={phoneHref(facts)} className="text-link tabular-nums">
        Call {facts.phone}
      </a>
    </div>
  );
}

const policyOf = (booking: BookingRecord, now: number): string =>
  cancellationPolicy({
    freeCancellationHours: booking.free_cancellation_hours,
    freeUntil: booking.cancellation_free_until,
    paymentOption: booking.payment_option,
    isDepositKept: booking.deposit_kept_since !== null,
    isRainDay: false,
    // Only the deposit is paid, and that is what we keep.
    refundCents: booking.status === 'deposit_paid' ? 0 : undefined,
    start: { startsAt: startsAt(booking.booking_date, booking.booking_time), now },
  });

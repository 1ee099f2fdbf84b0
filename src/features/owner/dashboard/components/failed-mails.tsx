import { Link } from 'wouter';
import { Section } from '@/components/section.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import type { FailedMail } from '@contracts/dashboard.ts';

/** Emails that were not delivered. The owner can resend them from the booking's page. */
export function FailedMails({ mails, count }: { mails: readonly FailedMail[]; count: number }) {
  if (count === 0) return null;
  return (
    <Section
      heading={count === 1 ? 'One email was not delivered' : `${count} emails were not delivered`}
      headingClassName="font-semibold"
      className="border-l-4 border-danger bg-danger-wash p-5"
    >
      <ul className="mt-1">
        {mails.map(({ id, to_email: address, template_type: kind, booking_id: bookingId }) => (
          <li key={id} className="text-sm">
            {bookingId ? (
              <Link
                to={adminBookingPath(bookingId)}
                className="flex min-h-11 flex-wrap items-center gap-x-2 underline underline-offset-4"
              >
                <span className="font-semibold break-all">{address}</span>
                <span>{inWords(kind)}</span>
              </Link>
            ) : (
              <p className="flex min-h-11 flex-wrap items-center gap-x-2">
                <span className="font-semibold break-all">{address}</span>
                <span>{inWords(kind)}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** "booking_confirmation" -> "booking confirmation" */
const inWords = (kind: string) => kind.replaceAll('_', ' ');

import { Link } from 'wouter';
import { formatPhone } from '@domain/contact/format-phone.ts';
import type { AnswerOf } from '@contracts/contract.ts';
import type { textsToday } from '@contracts/texts.ts';
import { Section } from '@/components/section.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { textKindWords } from '../text-kinds.ts';

type FailedTextsProps = { failed: AnswerOf<typeof textsToday>['failed'] };

/** The text messages of two weeks that reached nobody. */
export function FailedTexts({ failed }: FailedTextsProps) {
  if (failed.length === 0) return null;
  return (
    <Section
      heading={
        failed.length === 1
          ? 'One text message was not delivered'
          : `${failed.length} text messages were not delivered`
      }
      headingClassName="font-semibold"
      className="mt-7 border-l-4 border-danger bg-danger-wash p-5"
    >
      <ul className="mt-1">
        {failed.map(({ id, phone, kind, booking_id: bookingId }) => {
          const words = (
            <>
              <span className="font-semibold">{formatPhone(phone)}</span>
              <span>{textKindWords[kind].label}</span>
            </>
          );
          const className = 'flex min-h-11 flex-wrap items-center gap-x-2';
          return (
            <li key={id} className="text-sm">
              {bookingId ? (
                <Link
                  to={adminBookingPath(bookingId)}
                  className={`${className} underline underline-offset-4`}
                >
                  {words}
                </Link>
              ) : (
                <p className={className}>{words}</p>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

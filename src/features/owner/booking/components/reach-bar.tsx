import { formatPhone } from '@/lib/format-phone.ts';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { textAboutVisit } from '@/entities/visit/ready-texts.ts';
import { useBusiness } from '@/lib/business.ts';
import { textLink } from '@/lib/text-link.ts';
import { useNow } from '@/lib/use-now.ts';
import { addressOf } from '../words.ts';

/**
 * Call, text from the owner's own phone, email and map: under the thumb on a phone, beside the booking elsewhere. The chat
 * keeps clear of it.
 */
export function ReachBar({ booking, isOff }: { booking: OwnerBooking; isOff: boolean }) {
  const { customer_email: email, customer_phone: phone, customer_name: name } = booking;
  const { facts } = useBusiness();
  const now = useNow();
  return (
    <ul className="reach-bar" aria-label={`Reach ${name}`} data-keep-clear="">
      <li className="not-first:border-l not-first:border-hairline">
        <a className="reach-link" href={`tel:${phone}`} aria-label={`Call ${formatPhone(phone)}`}>
          <Icon drawing="M5 4h4l2 5-2.500 1.500a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2" />
          Call
        </a>
      </li>
      <li className="not-first:border-l not-first:border-hairline">
        <a
          className="reach-link"
          href={textLink(phone, textAboutVisit(booking, facts.name, { now, isOff }))}
          aria-label={`Text ${formatPhone(phone)}`}
        >
          <Icon drawing="M4 5h16v11H9l-5 4z" />
          Text
        </a>
      </li>
      {email && (
        <li className="not-first:border-l not-first:border-hairline">
          <a className="reach-link" href={`mailto:${email}`} aria-label={`Email ${email}`}>
            <Icon drawing="M3 6h18v12H3zM3 7l9 6 9-6" />
            Email
          </a>
        </li>
      )}
      <li className="not-first:border-l not-first:border-hairline">
        <a
          className="reach-link"
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressOf(booking))}`}
          target="_blank"
          rel="noreferrer"
          aria-label="Map, in a new tab"
        >
          <Icon drawing="M12 21s7-6.300 7-11.500a7 7 0 1 0-14 0C5 14.700 12 21 12 21M12 12a2.500 2.500 0 1 0 0-5a2.500 2.500 0 0 0 0 5" />
          Map
        </a>
      </li>
    </ul>
  );
}

function Icon({ drawing }: { drawing: string }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        d={drawing}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

import { useState, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import type { FoundCaller } from '@contracts/customers.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { DetailsField } from '@/entities/booking/details-fields.tsx';
import { formatTime } from '@domain/time/time-format.ts';
import { formatShortDay } from '@/lib/days.ts';
import { formatPhone } from '@/lib/format-phone.ts';

type Ahead = FoundCaller['ahead'][number];

/** `underPhone` stands between the two. */
export function NameAndNumber({ underPhone }: { underPhone?: ReactNode }) {
  return (
    <>
      <DetailsField name="phone" label="Phone" type="tel" inputMode="tel" />
      {underPhone}
      <DetailsField
        name="name"
        label="Full Name"
        required={false}
        autoCapitalize="words"
        hint="Required with an email address."
      />
    </>
  );
}

export const EmailField = () => (
  <DetailsField
    name="email"
    label="Email Address"
    type="email"
    inputMode="email"
    required={false}
    hint="Optional, for the link to the booking."
  />
);

const visitInWords = ({ service_name: service, booking_date: date, booking_time: time }: Ahead) =>
  `${formatShortDay(date)}, ${formatTime(time.slice(0, 5))}, ${service}`;

/** A customer who is known: in one line, with the fields on request. */
export function KnownCaller({ caller, onOther }: { caller: FoundCaller; onOther: () => void }) {
  const [isEdited, setIsEdited] = useState(false);
  const { errors } = useFormState<DetailsInput>();
  const isOpen = isEdited || errors.name || errors.phone || errors.email;
  return (
    <>
      <div className="known-card">
        <p className="heading-3" role="status">
          {caller.name}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 wrap-anywhere text-ink-soft">
          <span>{formatPhone(caller.phone)}</span> <span>{caller.email}</span>
        </p>
        {caller.ahead.length > 0 && (
          <div className="mt-2">
            <p className="font-semibold">Already booked</p>
            <ul>
              {caller.ahead.map((visit) => (
                <li key={visit.id}>{visitInWords(visit)}</li>
              ))}
            </ul>
          </div>
        )}
        <div className="mt-1 flex flex-wrap gap-x-6">
          {!isOpen && (
            <button type="button" className="text-link" onClick={() => setIsEdited(true)}>
              Edit details
            </button>
          )}
          <button type="button" className="text-link" onClick={onOther}>
            Choose another customer
          </button>
        </div>
      </div>
      {isOpen && (
        <>
          <NameAndNumber />
          <EmailField />
        </>
      )}
    </>
  );
}

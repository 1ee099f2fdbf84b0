import { soldName } from '@domain/booking/add-ons.ts';
import type { WaitingPerson } from '@contracts/waiting-list.ts';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatTime } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { adminBookingPath, adminPaths } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import { formatClock } from '@/lib/moments.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { heldForState } from '@/entities/waiting-list/held-for.ts';
import { toastFailure } from '@/lib/toast.ts';
import { removeFromWaitingList, waitingPeopleKey } from '../api/waiting-people.ts';
import { formatPhone } from '@/lib/format-phone.ts';

/** One person, in their place in line. */
export function WaitingRow({ person, place }: { person: WaitingPerson; place: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeFromWaitingList(person.id),
    onError: (error) => {
      const isGone = error instanceof Error && error.message === 'waiting_not_found';
      if (isGone) return;
      const description = failureSentence(error);
      toastFailure('Not removed', description);
    },
    onSettled: async () => {
      setIsAsking(false);
      await client.invalidateQueries({ queryKey: waitingPeopleKey });
    },
  });
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 border-b border-hairline py-5">
      <span className="text-ink-soft tabular-nums" aria-hidden="true">
        {place}.
      </span>
      <div>
        <p className="font-semibold">{person.name}</p>
        <p className="text-sm text-ink-soft">{soldName(person.service_name, person.add_ons)}</p>
        <p className="mt-2">{stateText(person)}</p>
        {person.offered.length > 0 && <Offers person={person} />}
        <p className="mt-1 flex flex-wrap items-center gap-x-6">
          <a href={`tel:${person.phone}`} className="text-link">
            Call {formatPhone(person.phone)}
          </a>
          <a href={`mailto:${person.email}`} className="text-link min-w-0 break-all">
            {person.email}
          </a>
          {person.booking_id && (
            <Link to={adminBookingPath(person.booking_id)} className="text-link">
              Open booking
            </Link>
          )}
        </p>
        <BookHeldTime person={person} />
        <Button variant="ghost" className="-ml-6" onClick={() => setIsAsking(true)}>
          Remove from list
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Remove ${person.name} from the list?`}
        description={`We won’t offer the customer any more times on ${formatDay(person.day)}. If a time is held, the next customer is offered it.`}
        confirmLabel="Remove customer"
        cancelLabel="Keep customer"
        variant="danger"
        busy={remove.isPending}
        focusAfter={() => document.getElementById('waiting-people')}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}

/** The offered times, to book one for a customer who phones. */
function BookHeldTime({ person }: { person: WaitingPerson }) {
  const held = person.offered.find(({ outcome }) => outcome === 'held');
  if (!held) return null;
  const {
    day: date,
    service_id: serviceId,
    vehicle_type: vehicleType,
    add_ons: addOns,
    name,
    email,
    phone,
  } = person;
  const { id: offerId, time, expires_at: heldUntil } = held;
  const who = { serviceId, vehicleType, addOns, name, email, phone };
  return (
    <p>
      <Link
        to={`${adminPaths.newBooking}?${new URLSearchParams({ date, time }).toString()}`}
        state={heldForState({ offerId, date, time, heldUntil, ...who })}
        aria-label={`Book for customer: ${formatTime(time)}, ${name}`}
        className="text-link"
      >
        Book for customer
      </Link>
    </p>
  );
}

const states: Record<WaitingPerson['state'], string> = {
  waiting: 'Waiting for an available time.',
  offered: 'A time is held for the customer.',
  booking: 'Payment in progress.',
  booked: 'Booked.',
  unpaid: 'Chose a time, but didn’t pay.',
  cancelled: 'Booked, then cancelled.',
};

const stateText = ({ state }: WaitingPerson): string => states[state];

const outcomes = {
  taken: 'taken',
  declined: 'passed on',
  withdrawn: 'withdrawn',
  lapsed: 'expired',
} as const;

function Offers({ person }: { person: WaitingPerson }) {
  return (
    <ul aria-label="Offered" className="mt-1 text-sm text-ink-soft">
      {person.offered.map(({ time, outcome, expires_at: until }) => (
        <li key={`${time} ${until}`}>
          {formatTime(time)}:{' '}
          {outcome === 'held' ? `held until ${formatClock(until)}` : outcomes[outcome]}
        </li>
      ))}
    </ul>
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import { phoneHref } from '@domain/business/facts.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { useBusiness } from '@/lib/business.ts';
import { formatDay } from '@/lib/days.ts';
import { joinFormQuery } from '../api/join-form.ts';
import { useJoin } from '../use-join.ts';

type JoinWaitingListProps = {
  serviceId: ServiceId;
  vehicleType: VehicleType;
  /** Ids. */
  addOns: readonly string[];
  /** Where the visit is to be, if the times depend on it. */
  postalCode: string | null;
  /** The days of the month on screen that are fully booked; without any there is nothing to wait for. */
  fullDays: readonly LocalDate[];
};

/** Under the calendar: the way onto the waiting list of a full day. */
export function JoinWaitingList({ fullDays, ...choice }: JoinWaitingListProps) {
  const { facts } = useBusiness();
  const [isOpen, setIsOpen] = useState(false);
  const join = useJoin(choice);
  const form = useQuery({ ...joinFormQuery, enabled: isOpen });
  const panelId = useId();
  const joinedRef = useRef<HTMLDivElement>(null);
  const joined = join.isSuccess ? join.variables : null;
  // The form that had the focus was removed.
  useEffect(() => joinedRef.current?.focus(), [joined]);

  if (joined) {
    return (
      <div ref={joinedRef} tabIndex={-1} className="focus-quiet">
        <Notice tone="success" role="status" title="You are on the waiting list">
          <p>
            As soon as a time is available on {formatDay(joined.date)}, we email {joined.email} and
            hold it for 30 minutes.
          </p>
          <p className="mt-2">
            To leave the list, use the link in that email, or call us at{' '}
            <a href={phoneHref(facts)} className="text-link whitespace-nowrap">
              {facts.phone}
            </a>
            .
          </p>
          {fullDays.length > 1 && (
            <Button variant="ghost" className="-ml-6" onClick={join.reset}>
              Join for another day
            </Button>
          )}
        </Notice>
      </div>
    );
  }
  if (fullDays.length === 0) return null;
  return (
    <section aria-label="Waiting list" className="border-t border-hairline pt-6">
      <p className="font-semibold">Is the day you want fully booked?</p>
      <p className="mt-1 text-ink-soft">
        We email you when a time becomes available, and hold it for you for 30 minutes.
      </p>
      <Button
        variant="secondary"
        className="mt-4 max-sm:w-full"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen((before) => !before)}
      >
        Join the Waiting List
      </Button>
      <div id={panelId} hidden={!isOpen}>
        {form.data && <form.data fullDays={fullDays} join={join} />}
        {!form.data && isOpen && (
          <NotLoaded query={form} loading="Loading" failed="We couldn’t load this form." />
        )}
      </div>
    </section>
  );
}

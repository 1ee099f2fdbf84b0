import type { ReactNode } from 'react';
import { Section } from '@/components/section.tsx';
import { PrivateNoteForm } from '@/entities/private-note/private-note-form.tsx';
import { notSentYet } from '@/lib/on-device/not-sent-yet.ts';
import { useNow } from '@/lib/use-now.ts';
import type { PrivateNote } from '@contracts/notes.ts';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { localToday } from '@domain/time/schedule.ts';
import type { ShownBooking } from '../api/booking-page.ts';
import { saveNote } from '../api/do-at-visit.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { isOff } from '../words.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { ReachBar } from './reach-bar.tsx';
import { Timeline } from './timeline.tsx';
import { WorkOfVisit } from './work-of-visit.tsx';
import '../owner-booking.css';

/** What a person without an email address may ask for, by their phone number. */
export type PrivacyOf = (phone: string) => ReactNode;

/** Actions, facts and history of a booking, in two columns where its place is wide enough. */
export function BookingBody({ page, privacyOf }: { page: ShownBooking; privacyOf: PrivacyOf }) {
  const { booking } = page;
  const today = localToday(useNow());
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-x-14 gap-y-12 pb-14 lg:pb-0 @4xl:grid-cols-[minmax(0,1fr)_22rem] @4xl:grid-rows-[auto_1fr]">
        <BookingActions page={page} today={today} />
        <aside className="grid grid-cols-1 gap-10 @4xl:row-span-2">
          <ReachBar booking={booking} isOff={isOff(page)} />
          <BookingFacts page={page} today={today} />
          <BookingNote booking={booking} note={page.note} customerNote={page.customer_note} />
        </aside>
        <div className="grid min-w-0 gap-12">
          <WorkOfVisit booking={booking} today={today} />
          {page.isKept ? <OnDevice /> : <Timeline page={page} />}
        </div>
        {booking.customer_email === null && !page.isKept && (
          <div className="@4xl:col-span-2">{privacyOf(booking.customer_phone)}</div>
        )}
      </div>
    </div>
  );
}

const OnDevice = () => (
  <p className="text-ink-soft">
    You’re offline. This device keeps what you need at the visit. The history and other actions are
    back with the connection.
  </p>
);

const saved = { title: 'Saved', description: 'The private note is saved.' };

type BookingNoteProps = {
  booking: OwnerBooking;
  note: PrivateNote;
  /** About the customer, written on the customer's page. */
  customerNote?: string | undefined;
};

function BookingNote({ booking, note, customerNote }: BookingNoteProps) {
  const saving = useBookingAction(
    booking.id,
    (written: PrivateNote) => saveNote(booking, written),
    { done: ({ isUnsent }) => (isUnsent ? notSentYet : saved) },
  );
  return (
    <Section heading="Private note" headingClassName="mb-4 heading-3">
      {customerNote && (
        <p className="mb-4 border-l-2 border-citrine pl-3 wrap-anywhere whitespace-pre-line">
          <span className="text-ink-soft">About the customer: </span>
          {customerNote}
        </p>
      )}
      <PrivateNoteForm
        note={note}
        saving={saving}
        label="Note"
        hint="Only administrators see it."
        saveLabel="Save note"
        unsaved="Your changes to the private note would be lost."
      />
    </Section>
  );
}

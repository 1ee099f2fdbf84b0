import { Section } from '@/components/section.tsx';
import { PrivateNoteForm } from '@/entities/private-note/private-note-form.tsx';
import type { PrivateNote } from '@contracts/notes.ts';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { notSentYet } from '@/lib/on-device/not-sent-yet.ts';
import { saveNote } from '../api/do-at-visit.ts';
import { useBookingAction } from '../use-booking-action.ts';

const saved = { title: 'Saved', description: 'The private note is saved.' };

type BookingNoteProps = {
  booking: OwnerBooking;
  note: PrivateNote;
  /** About the customer, written on the customer's page. */
  customerNote?: string | undefined;
};

export function BookingNote({ booking, note, customerNote }: BookingNoteProps) {
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

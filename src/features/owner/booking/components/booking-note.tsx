import { Section } from '@/components/section.tsx';
import { PrivateNoteForm } from '@/entities/private-note/private-note-form.tsx';
import type { PrivateNote } from '@contracts/notes.ts';
import { saveNote } from '../api/change-booking.ts';
import { useBookingAction } from '../use-booking-action.ts';

export function BookingNote({ bookingId, note }: { bookingId: string; note: PrivateNote }) {
  const saving = useBookingAction(
    bookingId,
    (written: PrivateNote) => saveNote(bookingId, written),
    { done: () => ({ title: 'Saved', description: 'The private note is saved.' }) },
  );
  return (
    <Section heading="Private note" headingClassName="mb-4 heading-3">
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

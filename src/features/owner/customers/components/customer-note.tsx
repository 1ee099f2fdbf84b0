import { PrivateNoteForm } from '@/entities/private-note/private-note-form.tsx';
import type { Customer } from '@contracts/customers.ts';
import { useSaveNote } from '../use-save-note.ts';

export function CustomerNote({ customer }: { customer: Customer }) {
  const saving = useSaveNote(customer.email);
  return (
    <div className="mt-10 max-w-2xl">
      <PrivateNoteForm
        note={{ text: customer.note, version: customer.note_version }}
        saving={saving}
        label="Private note"
        hint="Gate codes, dogs, how they take their wax. No customer ever sees it."
        saveLabel="Save Note"
        unsaved="The private note about this customer is not saved yet."
      />
    </div>
  );
}

import { useState, type SubmitEvent } from 'react';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextArea } from '@/components/ui/text-area.tsx';
import { isRefusal } from '@/lib/booking-refusals.ts';
import type { BookingPage } from '../api/booking-page.ts';
import { saveNote } from '../api/save-note.ts';
import { refusalSentence } from '../refusal-sentence.ts';
import { useBookingAction } from '../use-booking-action.ts';

type Note = BookingPage['note'];

/**
 * What only the business knows. Somebody else may write at the same moment: what is typed here stays, and is
 * saved over theirs only after they were read.
 */
export function BookingNote({ bookingId, note }: { bookingId: string; note: Note }) {
  // What is typed, and over which version; null while nothing is.
  const [draft, setDraft] = useState<Note | null>(null);
  const save = useBookingAction(bookingId, (written: Note) => saveNote(bookingId, written), {
    done: () => ({ title: 'Saved', description: 'The private note is saved.' }),
    onDone: () => setDraft(null),
  });
  const text = draft?.text ?? note.text;
  const isChanged = draft !== null && draft.text !== note.text;
  const isBehind = isRefusal(save.error, 'note_changed') && draft?.version !== note.version;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (draft && isChanged && !save.isPending) save.mutate(draft);
  };
  return (
    <section aria-labelledby="note-heading">
      <h2 id="note-heading" className="heading-3">
        Private note
      </h2>
      <form onSubmit={submit} className="mt-4">
        <Field label="Note" hint="Only administrators see it.">
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={4000}
              value={text}
              onChange={(event) =>
                setDraft({ text: event.target.value, version: draft?.version ?? note.version })
              }
            />
          )}
        </Field>
        {isBehind ? (
          <Theirs
            text={note.text}
            onTake={() => setDraft(null)}
            onKeep={() => setDraft({ text, version: note.version })}
          />
        ) : (
          save.error &&
          !isRefusal(save.error, 'note_changed') && (
            <p role="alert" className="mt-3 font-medium text-danger">
              {refusalSentence(save.error)}
            </p>
          )
        )}
        <Button
          type="submit"
          variant="secondary"
          className="mt-4"
          busy={save.isPending}
          aria-disabled={!isChanged || undefined}
        >
          Save note
        </Button>
      </form>
      <LeaveQuestion
        isChanged={isChanged}
        description="The private note of this booking is not saved yet."
        onLeave={() => setDraft(null)}
      />
    </section>
  );
}

function Theirs(props: { text: string; onTake: () => void; onKeep: () => void }) {
  return (
    <Notice tone="danger" role="alert" className="mt-4" title="Somebody else changed this note.">
      <p className="break-words whitespace-pre-line">
        {props.text ? `It reads now: ${props.text}` : 'It is empty now.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={props.onTake}>
          Take theirs
        </Button>
        <Button variant="secondary" onClick={props.onKeep}>
          Keep mine
        </Button>
      </div>
    </Notice>
  );
}

import { failureSentence } from '@/lib/failure-sentence.ts';
import { ownersRefusals } from '@/lib/owners-refusals.ts';
import type { PrivateNote } from '@contracts/notes.ts';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { useNoteDraft, type NoteSaving } from './use-note-draft.ts';

type PrivateNoteFormProps = {
  note: PrivateNote;
  saving: NoteSaving;
  label: string;
  hint: string;
  saveLabel: string;
  /** What would be lost by leaving, as a sentence. */
  unsaved: string;
};

/**
 * What only the business knows. Somebody else may write at the same moment: what is typed here stays, and is
 * saved over theirs only after they were read.
 */
export function PrivateNoteForm(props: PrivateNoteFormProps) {
  const { note, saving, label, hint } = props;
  const draft = useNoteDraft(note, saving);
  return (
    <>
      <form noValidate onSubmit={draft.submit} className="grid gap-4">
        <TextAreaField
          label={label}
          hint={hint}
          error={draft.isTooLong ? ownersRefusals.note_too_long : undefined}
          rows={4}
          value={draft.text}
          onChange={({ target }) => draft.write(target.value)}
        />
        {draft.isBehind && (
          <Theirs text={note.text} onTake={draft.takeTheirs} onKeep={draft.keepMine} />
        )}
        {draft.failure && (
          <Notice tone="danger" role="alert" title="Note not saved">
            {failureSentence(draft.failure)} What you typed is still here.
          </Notice>
        )}
        <Button
          type="submit"
          variant="secondary"
          busy={saving.isPending}
          aria-disabled={!draft.isChanged || undefined}
          className="justify-self-start max-sm:w-full"
        >
          {props.saveLabel}
        </Button>
      </form>
      <LeaveQuestion isChanged={draft.isChanged} description={props.unsaved} onLeave={draft.drop} />
    </>
  );
}

function Theirs(props: { text: string; onTake: () => void; onKeep: () => void }) {
  return (
    <Notice tone="danger" role="alert" title="Someone else has changed this note.">
      <p className="wrap-anywhere whitespace-pre-line">
        {props.text ? `Current note: ${props.text}` : 'The note is now empty.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={props.onTake}>
          Use theirs
        </Button>
        <Button variant="secondary" onClick={props.onKeep}>
          Keep mine
        </Button>
      </div>
    </Notice>
  );
}

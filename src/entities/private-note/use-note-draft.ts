import type { PrivateNote } from '@contracts/notes.ts';
import { useState, type SubmitEvent } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { isRefusal } from '@/lib/failure-sentence.ts';

/** Writes over the version that was read, and shows what is kept then, or what somebody else wrote. */
export type NoteSaving = Pick<
  UseMutationResult<PrivateNote, Error, PrivateNote>,
  'error' | 'isPending' | 'mutate' | 'reset'
>;

/** A note as it is kept, until something else is typed: that stays, whatever is fetched or refused. */
export function useNoteDraft(note: PrivateNote, saving: NoteSaving) {
  // What is typed, and over which version; null while nothing is.
  const [draft, setDraft] = useState<PrivateNote | null>(null);
  // A note that is saved elsewhere is shown while nothing else is typed. During a save and after a refusal the draft
  // stays: the note may equal it only because this device shows what it has not sent.
  if (draft?.text === note.text && !saving.isPending && !saving.error) setDraft(null);

  const text = draft?.text ?? note.text;
  const isTooLong = text.trim().length > longestNote;
  const isBehind =
    draft !== null && draft.version !== note.version && isRefusal(saving.error, 'note_changed');

  const settle = (settled: PrivateNote | null) => {
    saving.reset();
    setDraft(settled);
  };
  return {
    text,
    isChanged: draft !== null,
    isTooLong,
    /** Somebody else changed the note, and it was not read when this was typed. */
    isBehind,
    failure: draft && !isBehind ? saving.error : null,
    write: (typed: string) =>
      setDraft((now) => ({ text: typed, version: now?.version ?? note.version })),
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (!draft || isTooLong || saving.isPending) return;
      saving.mutate(draft, {
        // What was typed since then goes on from what is kept now.
        onSuccess: ({ version }) =>
          setDraft((now) => (now && now !== draft ? { ...now, version } : null)),
      });
    },
    takeTheirs: () => settle(null),
    keepMine: () => settle({ text, version: note.version }),
    drop: () => setDraft(null),
  };
}

const longestNote = 4000;

/** What only the business knows. The version goes up with every change, so that none is written over unread. */
export type PrivateNote = { text: string; version: number };

export const longestNote = 4000;

/** Why a note was not saved, by the code of the refusal. */
export const noteRefusals = {
  note_changed: 'Somebody else has changed this note meanwhile.',
  note_too_long: 'Please keep the note to at most 4,000 characters.',
} as const satisfies Readonly<Record<string, string>>;

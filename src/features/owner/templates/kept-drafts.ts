import type { TemplateDraft } from './template-draft.ts';

/** What was written, the text it was changed from, and the saving it goes on from: null replaces any. */
export type KeptDraft = { draft: TemplateDraft; saved: TemplateDraft; basis: string | null };

// Only as long as the page is open: what somebody wrote outlives a sign-in that ended meanwhile.
const drafts = new Map<string, KeptDraft>();
const keyOf = (id: string | null) => id ?? 'new';

/** What was written in a template and never saved, because the editor was taken off the screen. */
export const keptDraft = (id: string | null) => drafts.get(keyOf(id));

export const keepDraft = (id: string | null, draft: KeptDraft) => void drafts.set(keyOf(id), draft);

/** It is saved, or was given up. */
export const dropDraft = (id: string | null) => void drafts.delete(keyOf(id));

import type { OpeningInput } from '@domain/time/opening-change.ts';
import type { TimePage } from '@contracts/time-page.ts';

/** What was edited, and the rules it goes on from. */
export type KeptDraft = { draft: OpeningInput; basis: TimePage };

// Only as long as the page is open: what somebody changed outlives a sign-in that ended meanwhile.
let kept: KeptDraft | null = null;

/** What was changed and never saved, because the screen was taken away. */
export const keptDraft = (): KeptDraft | null => kept;

export function keepDraft(draft: KeptDraft): void {
  kept = draft;
}

/** It is saved, or was given up. */
export function dropDraft(): void {
  kept = null;
}

import type { OpeningChange } from '@domain/time/opening-change.ts';
import { ownRest } from '@/lib/own-rest.ts';
import type { TimePage } from './get-time-page.ts';

type Change = {
  /** The parts that differ from what was seen; the others stay as they are. */
  changes: Partial<OpeningChange>;
  /** The mark of the rules that were seen; null overrules whatever came between. */
  basis: string | null;
};

/** The screen as it would be. Nothing changes. Throws like {@link changeRules}. */
export const previewRules = (change: Change) => call(change, true);

/** Changes the rules and answers the screen as it is now. Throws with the code word of the refusal. */
export const changeRules = (change: Change) => call(change, false);

async function call({ changes, basis }: Change, isPreview: boolean): Promise<TimePage> {
  const rest = await ownRest();
  const answer: { data: unknown } = await rest
    .rpc('change_opening_rules', { changes, basis, is_preview: isPreview })
    .throwOnError();
  return answer.data as TimePage;
}

import { queryOptions } from '@tanstack/react-query';
import { timePage, changedRules } from '@contracts/time-page.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { OpeningChange } from '@domain/time/opening-change.ts';

export const timePageQuery = queryOptions({
  queryKey: ['time-page'],
  queryFn: ({ signal }) => ownRpc(timePage, {}, { signal }),
});

type Change = {
  /** The parts that differ from what was seen; the others stay as they are. */
  changes: Partial<OpeningChange>;
  /** The mark of the rules that were seen; null overrules whatever came between. */
  basis: string | null;
};

/** The screen as it would be. Nothing changes. Throws like {@link changeRules}. */
export const previewRules = (change: Change) =>
  ownRpc(changedRules, { ...change, is_preview: true });

/** Changes the rules and answers the screen as it is now. Throws with the code word of the refusal. */
export const changeRules = (change: Change) =>
  ownRpc(changedRules, { ...change, is_preview: false });

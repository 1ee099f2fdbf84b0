import type { Misfit, TimePage } from '@contracts/time-page.ts';
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  checkOpening,
  type OpeningInput,
  type OpeningProblems,
} from '@domain/time/opening-change.ts';
import { localToday } from '@domain/time/schedule.ts';
import { clockNow } from '@/lib/clock.ts';
import { toast } from '@/lib/toast.ts';
import { changeRules, previewRules, timePageQuery } from './api/time-page.ts';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { changedParts, draftOf, isSameDraft, withCrewsOf } from './opening-draft.ts';
import { isRefusal } from '@/lib/failure-sentence.ts';
import { changeFailure } from './rule-words.ts';

/** Bookings that would not fit any more, and whether theirs was to be overruled when that was found. */
type Question = { bookings: Misfit[]; isInsisting: boolean };

/** The rules while they are being changed. Nothing counts before it is saved, and nothing is lost if it is not. */
export function useOpeningEditor(page: TimePage) {
  const client = useQueryClient();
  const [{ draft, basis }, setState] = useState(
    () => keptDraft() ?? { draft: draftOf(page), basis: page },
  );
  const [isChecked, setIsChecked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const saved = draftOf(basis);
  const isChanged = !isSameDraft(draft, saved);
  const isOvertaken = page.mark !== basis.mark;

  // Whoever has changed nothing sees what others save.
  if (isOvertaken && !isChanged) setState({ draft: draftOf(page), basis: page });

  useEffect(() => {
    if (isChanged) keepDraft({ draft, basis });
    else dropDraft();
  }, [draft, basis, isChanged]);

  const startFrom = (next: TimePage) => {
    setState({ draft: draftOf(next), basis: next });
    setIsChecked(false);
    setFailure(null);
    setQuestion(null);
  };

  async function save({ isInsisting = false, isApproved = false } = {}): Promise<void> {
    setFailure(null);
    const checked = checkOpening(withCrewsOf(page, draft), localToday(clockNow()));
    setIsChecked(true);
    if (!checked.ok) return;
    const change = {
      changes: changedParts(checked.value, draft, saved),
      basis: isInsisting ? null : basis.mark,
    };
    setIsSaving(true);
    try {
      if (!isApproved) {
        const bookings = newMisfits(page, await previewRules(change));
        if (bookings.length > 0) {
          setQuestion({ bookings, isInsisting });
          return;
        }
      }
      const now = await changeRules(change);
      client.setQueryData(timePageQuery.queryKey, now);
      startFrom(now);
      toast({ title: 'Saved', description: 'Your opening times are saved.' });
    } catch (error) {
      setQuestion(null);
      setFailure(changeFailure(error));
      if (isRefusal(error, 'rules_changed')) void client.invalidateQueries(timePageQuery);
    } finally {
      setIsSaving(false);
    }
  }

  return {
    draft,
    change: (part: Partial<OpeningInput>) => {
      setFailure(null);
      setState((now) => ({ ...now, draft: { ...now.draft, ...part } }));
    },
    problems: isChecked ? problemsOf(draft) : {},
    failure,
    isChanged,
    /** Somebody else saved while something was being changed here. */
    isOvertaken: isOvertaken && isChanged,
    isSaving,
    question,
    save,
    dropQuestion: () => setQuestion(null),
    startOver: () => startFrom(page),
  };
}

export type OpeningEditor = ReturnType<typeof useOpeningEditor>;

function problemsOf(draft: OpeningInput): OpeningProblems {
  const checked = checkOpening(draft, localToday(clockNow()));
  return checked.ok ? {} : checked.problems;
}

/** Those that break a rule which they do not break yet. */
function newMisfits({ outside: before }: TimePage, { outside: after }: TimePage): Misfit[] {
  const known = new Map(before.bookings.map(({ id, rules }) => [id, rules]));
  return after.bookings.filter(({ id, rules }) =>
    rules.some((rule) => !known.get(id)?.includes(rule)),
  );
}

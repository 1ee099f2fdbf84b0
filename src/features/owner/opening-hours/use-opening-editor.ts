import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clockNow } from '@/lib/clock.ts';
import { isRefusal } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import type { Misfit, TimePage } from '@contracts/time-page.ts';
import {
  checkOpening,
  type OpeningInput,
  type OpeningProblems,
  type OpeningChange,
  type SettingsInput,
} from '@domain/time/opening-change.ts';
import { localToday } from '@domain/time/schedule.ts';
import { changeRules, previewRules, timePageQuery } from './api/time-page.ts';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';
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

/** The rules as they are, ready to be edited. */
function draftOf({ rules, labels }: TimePage): OpeningInput {
  const settings: SettingsInput = {
    leastNoticeMinutes: String(rules.leastNoticeMinutes),
    windowDays: String(rules.windowDays),
    moveWindowDays: String(rules.moveWindowDays),
    bufferMinutes: String(rules.bufferMinutes),
    crews: String(rules.crews),
    arrivalWindowMinutes: String(rules.arrivalWindowMinutes),
  };
  return {
    hours: rules.hours,
    exceptions: rules.exceptions.map((one) => ({ ...one, label: labels[one.day] ?? '' })),
    settings,
    servedPrefixes: rules.servedPrefixes,
  };
}

/** A draft with the number of crews as it is: the Crews screen changes it, never a draft from before. */
const withCrewsOf = ({ rules }: TimePage, draft: OpeningInput): OpeningInput => ({
  ...draft,
  settings: { ...draft.settings, crews: String(rules.crews) },
});

const parts = ['hours', 'exceptions', 'settings', 'servedPrefixes'] as const;

/** The parts of a checked draft that differ from the saved one. */
function changedParts(
  checked: OpeningChange,
  draft: OpeningInput,
  saved: OpeningInput,
): Partial<OpeningChange> {
  const changed = parts.filter((part) => !isSame(draft[part], saved[part]));
  return Object.fromEntries(changed.map((part) => [part, checked[part]]));
}

const isSameDraft = (one: OpeningInput, other: OpeningInput): boolean =>
  parts.every((part) => isSame(one[part], other[part]));

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Whatever came from the database names its fields in another order than the screen. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

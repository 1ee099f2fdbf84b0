import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TravelPage, TravelSettings } from '@contracts/travel.ts';
import { failureSentence, isRefusal } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { changeTravel, previewTravel, travelPageQuery } from './api/travel-page.ts';
import {
  checkTravel,
  textOf,
  type TravelName,
  type TravelProblems,
  type TravelTyped,
} from './travel-form.ts';

/** What was typed, and the settings that each of it was typed over. */
type Draft = { typed: TravelTyped; over: Partial<Record<TravelName, string>> };
const nothing: Draft = { typed: {}, over: {} };

// Only as long as the page is open: what was typed outlives a sign-in that ended meanwhile.
let kept = nothing;
export const dropTravelDraft = () => void (kept = nothing);

/** The visits that would be late, and whether travel is to be switched on with it. */
type Question = { late: TravelPage['late']['visits']; total: number; turnsOn: boolean };

/** The settings while they are being changed. */
export function useTravelEditor(page: TravelPage) {
  const client = useQueryClient();
  const { settings } = page;
  const [draft, setDraft] = useState(kept);
  const [refused, setRefused] = useState<TravelProblems>({});
  const [isChecked, setIsChecked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { changes, problems } = checkTravel(settings, draft.typed);
  const isChanged = Object.keys(changes).length > 0 || Object.keys(problems).length > 0;

  useEffect(() => {
    kept = draft;
  }, [draft]);

  /** Saves what is typed, and switches travel on or off if `isOn` says so. */
  async function save({
    isOn = settings.isOn,
    isApproved = false,
  }: { isOn?: boolean; isApproved?: boolean } = {}): Promise<void> {
    setFailure(null);
    setIsChecked(true);
    if (Object.keys(problems).length > 0) return;
    const change = {
      changes: { ...changes, ...(isOn !== settings.isOn && { isOn }) },
      seen: settings,
    };
    setIsSaving(true);
    try {
      const turnsOn = isOn && !settings.isOn;
      if (isOn && !isApproved) {
        const { late } = await previewTravel(change);
        const visits = turnsOn ? late.visits : newlyLate(page, late.visits);
        if (turnsOn || visits.length > 0) {
          setQuestion({ late: visits, total: turnsOn ? late.total : visits.length, turnsOn });
          return;
        }
      }
      const now = await changeTravel(change);
      client.setQueryData(travelPageQuery.queryKey, now);
      startOver();
      toast({ title: 'Saved', description: savedWords(settings, now.settings) });
    } catch (error) {
      setQuestion(null);
      setFailure(failureSentence(error));
      if (isRefusal(error, 'base_unknown')) setRefused({ basePostalCode: failureSentence(error) });
      if (isRefusal(error, 'travel_changed')) void client.invalidateQueries(travelPageQuery);
    } finally {
      setIsSaving(false);
    }
  }

  function startOver() {
    setDraft(nothing);
    setRefused({});
    setIsChecked(false);
    setFailure(null);
    setQuestion(null);
  }

  return {
    settings,
    /** Of what is typed and valid. */
    changes,
    isChanged,
    isSaving,
    failure,
    hasProblems: isChecked && Object.keys(problems).length > 0,
    question,
    dropQuestion: () => setQuestion(null),
    save,
    startOver,
    field: (name: TravelName) => ({
      value: draft.typed[name] ?? textOf(settings, name),
      error: (isChecked && problems[name]) || refused[name] || overtakenBy(name) || undefined,
      set: (text: string) => {
        setFailure(null);
        setRefused({});
        setDraft(({ typed, over }) => ({
          typed: { ...typed, [name]: text },
          over: { [name]: textOf(settings, name), ...over },
        }));
      },
    }),
  };

  /** Says what another administrator saved for a field that something is typed in. */
  function overtakenBy(name: TravelName): string | undefined {
    const [typed, over, now] = [draft.typed[name], draft.over[name], textOf(settings, name)];
    if (typed === undefined || over === now || typed === now) return undefined;
    return `Another administrator changed this to ${now || 'nothing'}. Saving replaces it.`;
  }
}

export type TravelEditor = ReturnType<typeof useTravelEditor>;

/** Those that are not late yet. */
function newlyLate({ late }: TravelPage, visits: TravelPage['late']['visits']) {
  const known = new Set(late.visits.map(({ id }) => id));
  return visits.filter(({ id }) => !known.has(id));
}

function savedWords(was: TravelSettings, is: TravelSettings): string {
  if (was.isOn === is.isOn) return 'Your travel settings are saved.';
  return is.isOn ? 'Travel is switched on.' : 'Travel is switched off.';
}

import { useCallback, useState } from 'react';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { useOpenTimes } from '@/entities/open-times/time-picker/use-open-times.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import type { BookingDraft } from './booking-draft.ts';

export type Start = { date: LocalDate; time: LocalTime };

/**
 * The picked start as long as it is still open. `lost` is the one that is gone: because the server
 * refused it, or because fresh times no longer show it.
 */
export function useChosenTime(
  draft: BookingDraft,
  update: (change: Partial<BookingDraft>) => void,
  wanted: Wanted,
) {
  const [refused, setRefused] = useState<Start | null>(null);
  const { times, query } = useOpenTimes(draft.date, wanted);
  const picked: Start | null =
    draft.date && draft.time ? { date: draft.date, time: draft.time } : null;
  const isStale = picked !== null && times !== undefined && !times.includes(picked.time);

  // The same function at every render, so that a calendar draws itself anew only for what it shows.
  const pickDate = useCallback((date: LocalDate) => update({ date, time: null }), [update]);

  return {
    chosen: isStale ? null : picked,
    lost: isStale ? picked : refused,
    /** Why: it was picked for another package. */
    isOfOther: isStale && draft.isTimeOfOther === true,
    /** What the times of the chosen day are known by. */
    known: query.known,
    pickDate,
    pickTime: (date: LocalDate, time: LocalTime) => {
      setRefused(null);
      update({ date, time, isTimeOfOther: false });
    },
    lose: (start: Start) => {
      setRefused(start);
      update({ date: start.date, time: null });
    },
  };
}

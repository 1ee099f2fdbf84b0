import { useCallback, useEffect, useState } from 'react';
import { readDraft, saveDraft } from '@/entities/booking/booking-session.ts';
import { startDraft, type Arrival, type BookingDraft } from './booking-draft.ts';

/** The draft of this visit, kept in the tab at every change so that a reload loses nothing. */
export function useBookingDraft(arrival: Arrival) {
  const [draft, setDraft] = useState(() => startDraft(readDraft(), arrival));

  useEffect(() => saveDraft(draft), [draft]);

  const update = useCallback(
    (change: Partial<BookingDraft>) => setDraft((before) => ({ ...before, ...change })),
    [],
  );
  return { draft, update };
}

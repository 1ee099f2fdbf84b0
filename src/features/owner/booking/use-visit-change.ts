import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BookingPage, VisitChange } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { visitWorkQuery } from '@/entities/visit-work/visit-work.ts';
import { changeVisit, visitChangePreview, type SentChange } from './api/change-visit.ts';
import { useBookingAction } from './use-booking-action.ts';
import { useSettled } from './use-settled.ts';
import { agreedPrice, isUnchanged, priceError, useWantedWork } from './wanted-work.ts';

type OwnerBooking = BookingPage['booking'];

/** The button in the notice that the changed visit doesn't fit. */
export const moveFirstId = 'move-first';

/** The choices of a change of a visit, what it would mean, and how to save it. */
export function useVisitChange(booking: OwnerBooking, onDone: () => void) {
  const client = useQueryClient();
  const { work, chosen } = useWantedWork(booking);
  const [price, setPrice] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const settled = useSettled(price.trim());
  const error = priceError(settled);
  const wanted = { ...work, agreedPriceCents: agreedPrice(settled) };
  const preview = useQuery(visitChangePreview(booking, error === undefined ? wanted : null));
  const change = useBookingAction(booking.id, (sent: SentChange) => changeVisit(booking, sent), {
    done: (answer) => ({ title: 'Visit changed', description: toldSentence(answer) }),
    onDone: () => {
      // The checklist lists what is sold.
      void client.invalidateQueries(visitWorkQuery(booking.id));
      onDone();
    },
  });
  const save = (anyway: boolean) => {
    const to = preview.data;
    if (!to || error !== undefined) return;
    const needsYes = to.problem === 'outside_hours' && !anyway;
    const refusal = isUnchanged(booking, work, to) ? 'Nothing has changed yet.' : null;
    const isTaken = refusal === null && to.problem === 'slot_taken';
    setProblem(refusal);
    setIsAsked(refusal === null && needsYes);
    // The notice beside the preview says why.
    if (isTaken) document.getElementById(moveFirstId)?.focus();
    if (refusal !== null || isTaken || needsYes) return;
    change.mutate(
      { work: wanted, totalCents: to.totalCents, anyway },
      {
        onError: (failure) => {
          setProblem(failureSentence(failure));
          void preview.refetch();
        },
      },
    );
  };
  const isStale = error === undefined && preview.isPlaceholderData;
  return {
    chosen,
    price: { text: price, error, onText: setPrice },
    preview,
    problem,
    question: { isAsked, setIsAsked },
    // While it looks up the price of what is typed, too.
    isBusy: change.isPending || settled !== price.trim() || isStale,
    save,
  };
}

function toldSentence({ overpaidCents, dueCents, notified, overlaps }: VisitChange): string {
  const money =
    overpaidCents > 0
      ? `${formatCents(overpaidCents)} is overpaid: refund it.`
      : dueCents > 0
        ? `${formatCents(dueCents)} is left to pay.`
        : 'Nothing is left to pay.';
  const rest = overlaps ? `${money} This visit now ends after the crew’s next one begins.` : money;
  return notified ? `${rest} We’re emailing the changes to ${notified}.` : rest;
}

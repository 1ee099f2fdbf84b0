import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@contracts/contract.ts';
import { openTimes } from '@contracts/open-times.ts';
import { monthOf, type LocalDate } from '@domain/time/schedule.ts';
import { callFunction } from '@/lib/call-function.ts';
import { bookedSlotsKey } from './booked-slots.ts';

/** A day as the server answers it: its open times, which of them are near another visit, and why there are none. */
export type AnsweredDay = AnswerOf<typeof openTimes>['days'][number];

/** What the server computes open times for. */
export type TimesQuestion =
  | {
      kind: 'booking';
      serviceId: string;
      /** Ids. */
      addOns: readonly string[];
      postalCode?: string | undefined;
      /** The visitor's own hold and the time offered to them don't look taken. */
      ownBookingId?: string | undefined;
      holdToken?: string | undefined;
      offerToken?: string | undefined;
      /** The owner books for a caller: also outside the service area, and at the time held for the caller. */
      forCaller?: { offerId?: string | undefined };
    }
  | { kind: 'move'; bookingId: string; byOwner?: true };

/** The open times of a month; `month` is its first day. Null when there is nothing to ask for yet. */
export const openDaysQuery = (question: TimesQuestion | null, month: LocalDate) =>
  queryOptions({
    queryKey: [...bookedSlotsKey, 'open-days', question, month],
    queryFn: () => {
      const { from, to } = monthOf(month);
      return callFunction(openTimes, { ...question, from, until: to });
    },
    staleTime: 30_000,
    refetchInterval: 60_000,
  });

import { useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bookedMinutes, findAddOns } from '@domain/booking/add-ons.ts';
import { type Service } from '@domain/booking/catalogue.ts';
import type { Details } from '@domain/booking/details.ts';
import { ownHoldId } from '@/entities/booking/booking-session.ts';
import { bookedMonthQuery, bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { useOpenTimes } from '@/entities/open-times/time-picker/use-open-times.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { ownOfferToken } from '@/entities/waiting-list/offer-session.ts';
import { firstOfMonth } from '@/lib/days.ts';
import { useBusiness } from '@/lib/business.ts';
import { useNow } from '@/lib/use-now.ts';
import { localStart } from './external/local-start.ts';
import { quoteDraft } from './price-lines.ts';
import type { Arrival } from './booking-draft.ts';
import { useBookingDraft } from './use-booking-draft.ts';
import { useChosenTime } from './use-chosen-time.ts';
import type { DetailsForm } from './use-details-form.ts';
import { useSubmitBooking } from './use-submit-booking.ts';

const everywhere: readonly string[] = [];

/** Everything the screen knows and can do, from picking a time to sending the details. */
export function useBookingFlow(service: Service, arrival: Omit<Arrival, 'serviceId'>) {
  const business = useBusiness();
  const { draft, update } = useBookingDraft({ ...arrival, serviceId: service.id });
  const now = useNow();
  const addOns = findAddOns(business, draft.addOns);
  const wanted = useWanted(bookedMinutes(service, addOns), now);
  const time = useChosenTime(draft, update, wanted);
  const { times } = useOpenTimes(draft.date, useWanted(service.durationMinutes, now));
  const servedPrefixes = useQuery(openingRulesQuery).data?.servedPrefixes ?? everywhere;
  const [refusedCoupon, setRefusedCoupon] = useState<string | null>(null);
  const [isTimeMissing, setIsTimeMissing] = useState(false);
  const timesId = useId();
  const client = useQueryClient();

  const focusTimes = () => document.getElementById(timesId)?.focus();
  const { submit, isBusy, failure } = useSubmitBooking({
    onCouponRefused: setRefusedCoupon,
    onOutsideArea: () => void client.invalidateQueries(openingRulesQuery),
    onTimeLost: ({ date, time: start }) => {
      time.lose({ date, time: start });
      void client.resetQueries({ queryKey: bookedSlotsKey });
      focusTimes();
    },
  });

  const sendDetails = (form: DetailsForm) => async (details: Details) => {
    if (!time.chosen) return;
    const { vehicleType, paymentOption } = draft;
    const choice = { serviceId: service.id, vehicleType, addOns: addOns.map(({ id }) => id) };
    await submit({ ...choice, ...time.chosen, paymentOption, details }, form);
  };

  return {
    draft,
    update,
    wanted,
    time,
    addOns,
    /** The picked start has room for the service, but not for its add-ons too. */
    isTooShort: addOns.length > 0 && time.lost !== null && times?.includes(time.lost.time) === true,
    servedPrefixes,
    isBusy,
    failure,
    isTimeMissing: isTimeMissing && !time.chosen,
    price: quoteDraft(business, service, draft, refusedCoupon),
    refuseCoupon: setRefusedCoupon,
    timesId,
    focusTimes,
    /** The time comes first: without one there is nothing to check the details for. */
    send: async (form: DetailsForm) => {
      setIsTimeMissing(!time.chosen);
      if (time.chosen) await form.handleSubmit(sendDetails(form))();
      else focusTimes();
    },
    /** `startsAt` is an instant, or null when the external page did not say. */
    pickOutside: (startsAt: string | null) => {
      const start = startsAt ? localStart(startsAt) : { date: null, time: null };
      // Rendered at once, so that there is a list of times to give the focus to.
      flushSync(() => update({ hasPickedOutside: true, ...start }));
      focusTimes();
    },
  };
}

export type BookingFlowState = ReturnType<typeof useBookingFlow>;

const useWanted = (durationMinutes: number, now: number) =>
  useMemo(() => wantedStart(durationMinutes, now), [durationMinutes, now]);

/** A new booking's start, by the rules for one. The visitor's own hold is not in its way. */
export function wantedStart(durationMinutes: number, now: number): Wanted {
  const takenInMonth: Wanted['takenInMonth'] = (month) =>
    bookedMonthQuery(month, ownHoldId(), ownOfferToken());
  return {
    kind: 'booking',
    durationMinutes,
    now,
    takenInMonth,
    // Known already: the calendar beside the times shows the month.
    takenOnDay: (date) => takenInMonth(firstOfMonth(date)),
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState, useCallback } from 'react';
import { flushSync } from 'react-dom';
import { readDraft, saveDraft } from '@/entities/booking/booking-session.ts';
import type { CouponAnswer } from '@/entities/booking/coupon-offer.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { nearbyDiscountAt } from '@/entities/open-times/time-picker/known-times.ts';
import { useOpenTimes } from '@/entities/open-times/time-picker/use-open-times.ts';
import { useBusiness } from '@/lib/business.ts';
import { useNow } from '@/lib/use-now.ts';
import { findAddOns } from '@domain/booking/add-ons.ts';
import type { AddOn, Service } from '@domain/booking/catalogue.ts';
import { type Details, type DetailsInput, checkTip } from '@domain/booking/details.ts';
import type { Business, Coupon } from '@domain/business/business.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { quote, type Quote } from '@domain/money/pricing.ts';
import { findCoupon, normaliseCoupon } from '@domain/money/typed-coupon.ts';
import { localToday } from '@domain/time/local-day.ts';
import { type Arrival, startDraft, type BookingDraft } from './booking-draft.ts';
import { localStart } from './external/local-start.ts';
import { useChosenTime } from './use-chosen-time.ts';
import type { DetailsForm } from './use-details-form.ts';
import { useSubmitBooking } from './use-submit-booking.ts';
import { wantedStart } from './wanted-start.ts';

const everywhere: readonly string[] = [];
const noAddOns: readonly AddOn[] = [];

/** Everything the screen knows and can do, from picking a time to sending the details. */
export function useBookingFlow(service: Service, arrival: Omit<Arrival, 'serviceId'>) {
  const business = useBusiness();
  const { draft, update } = useBookingDraft({ ...arrival, serviceId: service.id });
  const now = useNow();
  const addOns = useMemo(() => findAddOns(business, draft.addOns), [business, draft.addOns]);
  const rules = useQuery(openingRulesQuery).data;
  const servedPrefixes = rules?.servedPrefixes ?? everywhere;
  const needsPlace = rules?.needsPlace === true;
  const place = draft.place !== null && isServed(servedPrefixes, draft.place) ? draft.place : null;
  const at = { now, place, needsPlace };
  const wanted = useWanted(service, addOns, at);
  const time = useChosenTime(draft, update, wanted);
  const { times } = useOpenTimes(draft.date, useWanted(service, noAddOns, at));
  const nearbyDiscountCents =
    time.chosen && time.known ? (nearbyDiscountAt(time.chosen, time.known) ?? 0) : 0;
  const [couponAnswer, setCouponAnswer] = useState<KnownCoupon | null>(null);
  const [isTimeMissing, setIsTimeMissing] = useState(false);
  const [placed, setPlaced] = useState<PlaceFields | null>(null);
  const timesId = useId();
  const client = useQueryClient();

  const focusTimes = () => document.getElementById(timesId)?.focus();
  const { isOfOther } = time;
  useEffect(() => {
    if (isOfOther) document.getElementById(timesId)?.focus();
  }, [isOfOther, timesId]);
  const { submit, isBusy, failure } = useSubmitBooking({
    onCouponRefused: (code) => setCouponAnswer({ code, discount: null }),
    onOutsideArea: () => void client.invalidateQueries(openingRulesQuery),
    onTimeLost: ({ bookingDate, bookingTime }) => {
      time.lose({ date: bookingDate, time: bookingTime });
      void client.resetQueries({ queryKey: bookedSlotsKey });
      focusTimes();
    },
  });

  const sendDetails = (form: DetailsForm) => async (checked: Details) => {
    if (!time.chosen) return;
    const { tipCents, ...details } = checked;
    const booking = {
      serviceId: service.id,
      vehicleType: draft.vehicleType,
      addOns: addOns.map(({ id }) => id),
      bookingDate: time.chosen.date,
      bookingTime: time.chosen.time,
      paymentOption: draft.paymentOption,
      tipAmount: tipCents,
      textConsent: draft.textConsent,
      ...details,
    };
    await submit(booking, form, nearbyDiscountCents);
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
    needsPlace,
    /** Where the visit is to be, once that is a postal code we serve. */
    place,
    /** The part of the address that was last chosen before the times, for the form of the details. */
    placed,
    choosePlace: (fields: PlaceFields) => {
      setPlaced(fields);
      update({ details: { ...draft.details, ...fields }, place: fields.postalCode });
    },
    isBusy,
    failure,
    isTimeMissing: isTimeMissing && !time.chosen,
    price: quoteDraft(business, service, draft, { couponAnswer, nearbyDiscountCents }),
    answerCoupon: (code: string, answer: CouponAnswer) =>
      setCouponAnswer({ code, discount: 'discount' in answer ? answer.discount : null }),
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

type PlaceFields = Partial<DetailsInput> & { postalCode: string };

export type BookingFlowState = ReturnType<typeof useBookingFlow>;

function useWanted(
  service: Service,
  addOns: readonly AddOn[],
  { now, place, needsPlace }: { now: number; place: string | null; needsPlace: boolean },
) {
  return useMemo(
    () => wantedStart(service, addOns, { now, place, needsPlace }),
    [service, addOns, now, place, needsPlace],
  );
}

/** The draft of this visit, kept in the tab at every change so that a reload loses nothing. */
function useBookingDraft(arrival: Arrival) {
  const [draft, setDraft] = useState(() => startDraft(readDraft(), arrival));

  useEffect(() => saveDraft(draft), [draft]);

  const update = useCallback(
    (change: Partial<BookingDraft>) => setDraft((before) => ({ ...before, ...change })),
    [],
  );
  return { draft, update };
}

/** What the server answered about a code; `discount` is null for a code that it refused. */
type KnownCoupon = { code: string; discount: Coupon['discount'] | null };

/** The price of the draft as it stands. A tip that is no amount yet counts as none. */
function quoteDraft(
  business: Business,
  service: Service,
  draft: BookingDraft,
  known: { couponAnswer: KnownCoupon | null; nearbyDiscountCents: number },
): Quote {
  const tip = checkTip(draft.details.tip);
  return quote(business, {
    service,
    vehicleType: draft.vehicleType,
    addOns: findAddOns(business, draft.addOns),
    paymentOption: draft.paymentOption,
    coupon: couponOf(business, draft.details.couponCode, known.couponAnswer),
    nearbyDiscountCents: known.nearbyDiscountCents,
    tipCents: tip.ok ? tip.value : 0,
  });
}

/** As the server answered; until it does, the advertised coupon is known here. */
function couponOf(
  business: Business,
  typed: string,
  answer: KnownCoupon | null,
): Pick<Coupon, 'discount'> | null {
  if (answer?.code !== normaliseCoupon(typed)) {
    return findCoupon(business, typed, localToday(Date.now()));
  }
  return answer.discount && { discount: answer.discount };
}

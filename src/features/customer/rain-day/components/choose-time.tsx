import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { useBusiness } from '@/lib/business.ts';
import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formatLongMoment } from '@/lib/moments.ts';
import { toast } from '@/lib/toast.ts';
import { toldDayAndTime, toldEnd, toldTime } from '@/lib/told-times.ts';
import type { RainOffer, HeldTime } from '@contracts/rain-day.ts';
import { carName } from '@domain/booking/car-name.ts';
import { vehicleName } from '@domain/booking/catalogue.ts';
import type { OfferedStart } from '@domain/booking/rain-plan.ts';
import type { LocalTime } from '@domain/time/wall-time.ts';
import { chooseRainTime, declineRainTimes, rainOfferQuery } from '../api/rain-offer.ts';

type ChooseTimeProps = {
  token: string;
  offer: RainOffer;
  /** The time of the link that was followed, "2026-12-08T09:00"; null without one. */
  picked: string | null;
};

/** "Until about 12:00 PM" */
function untilAbout(time: LocalTime, { duration_minutes: minutes }: RainOffer): string | null {
  const end = minutes === undefined ? null : toldEnd(time, minutes);
  return end && `Until about ${end}`;
}

/** Three times as radios; nothing happens before one is confirmed. */
export function ChooseTime({ token, offer, picked }: ChooseTimeProps) {
  const { facts } = useBusiness();
  const [chosenId, setChosenId] = useState(
    () =>
      offer.times.find(({ date, time }) => `${date}T${time.slice(0, 5)}` === picked)?.id ?? null,
  );
  const [isMissing, setIsMissing] = useState(false);
  const [isDeclining, setIsDeclining] = useState(false);
  const choice = useRainChoice(token);
  const chosen = offer.times.find(({ id }) => id === chosenId) ?? null;
  const [firstName = ''] = offer.customer_name.split(' ');

  return (
    <Page
      title="Rain day"
      heading="Rain day: please choose a new time"
      lead={`Hello ${firstName}, your appointment on ${toldDayAndTime({ date: offer.was_date, time: offer.was_time })} is cancelled because of rain. These times are held for you, free of charge.`}
    >
      <div className="grid items-start gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div>
          <Problem title="Your booking wasn’t moved" className="mb-6">
            {choice.problem}
          </Problem>
          <fieldset aria-describedby={isMissing && !chosen ? 'rain-missing' : undefined}>
            <legend className="mb-4 heading-3">Choose your new time</legend>
            <div className="grid gap-3">
              {offer.times.map((time) => (
                <RadioCard
                  key={time.id}
                  name="rain-time"
                  value={time.id}
                  label={formatDay(time.date)}
                  aside={toldTime(time.time)}
                  description={untilAbout(time.time, offer)}
                  checked={time.id === chosenId}
                  onChange={() => setChosenId(time.id)}
                />
              ))}
            </div>
          </fieldset>
          {isMissing && !chosen && (
            <p id="rain-missing" role="alert" className="mt-3 font-medium text-danger">
              Please choose one of the times first.
            </p>
          )}
          {offer.expires_at && (
            <p className="mt-4 text-ink-soft">
              Held for you until {formatLongMoment(offer.expires_at)}, our time.
            </p>
          )}
          <div className="mt-8 grid gap-3 sm:flex">
            <Button
              busy={choice.isChoosing}
              onClick={() => {
                setIsMissing(chosen === null);
                if (chosen) choice.choose(chosen);
              }}
            >
              Confirm This Time
            </Button>
            <Button variant="secondary" onClick={() => setIsDeclining(true)}>
              None of These Suit Me
            </Button>
          </div>
        </div>
        <RainedBooking offer={offer} chosen={chosen} />
      </div>
      <ConfirmDialog
        open={isDeclining}
        onOpenChange={setIsDeclining}
        title="None of these suits you?"
        description={`We release these times and find another one with you. You can also call us at ${facts.phone}.`}
        confirmLabel="Decline These Times"
        cancelLabel="Back to the Times"
        busy={choice.isDeclining}
        onConfirm={() => choice.decline(() => setIsDeclining(false))}
      />
    </Page>
  );
}

/** The booking it is about, from when to when. */
function RainedBooking({ offer, chosen }: { offer: RainOffer; chosen: OfferedStart | null }) {
  const business = useBusiness();
  return (
    <SummaryPanel heading={offer.service_name}>
      <p className="mt-2 text-mist">
        {carName(offer)}, {offer.vehicle_name ?? vehicleName(business, offer.vehicle_type)}
      </p>
      <dl className="mt-6 grid gap-4 border-t border-ivory/20 pt-6">
        <div>
          <dt className="text-sm text-mist">Cancelled because of rain</dt>
          <dd className="text-mist line-through">
            {toldDayAndTime({ date: offer.was_date, time: offer.was_time })}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-mist">New time</dt>
          <dd className={chosen ? 'font-semibold text-citrine' : 'text-mist'}>
            {chosen ? toldDayAndTime(chosen) : 'Not chosen yet'}
          </dd>
        </div>
      </dl>
      <p className="mt-6 border-t border-ivory/20 pt-6 text-sm text-mist">
        The price, address and payments stay the same. We email you the new time with a calendar
        file.
      </p>
    </SummaryPanel>
  );
}

/** The customer's answer. Whatever comes of it, the screen shows what stands then. */
function useRainChoice(token: string) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);

  const show = (offer: RainOffer) => {
    client.setQueryData(rainOfferQuery(token).queryKey, offer);
    client.removeQueries({ queryKey: bookedSlotsKey });
  };
  const fail = (error: unknown) => {
    setProblem(failureSentence(error));
    void client.invalidateQueries(rainOfferQuery(token));
  };
  const choose = useMutation({
    mutationFn: ({ id }: HeldTime) => chooseRainTime(token, id),
    onMutate: () => setProblem(null),
    onSuccess: (offer) => {
      show(offer);
      toast({ title: 'Success!', description: 'Your booking has a new time.' });
    },
    onError: fail,
  });
  const decline = useMutation({
    mutationFn: () => declineRainTimes(token),
    onMutate: () => setProblem(null),
    onSuccess: show,
    onError: fail,
  });
  return {
    choose: (time: HeldTime) => choose.mutate(time),
    isChoosing: choose.isPending,
    decline: (done: () => void) => decline.mutate(undefined, { onSettled: done }),
    isDeclining: decline.isPending,
    problem,
  };
}

import { failureSentence } from '@/lib/failure-sentence.ts';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { toast } from '@/lib/toast.ts';
import { chooseRainTime, declineRainTimes, rainOfferQuery } from './api/rain-offer.ts';
import type { RainOffer } from '@contracts/rain-day.ts';
import type { HeldTime } from '@contracts/rain-day.ts';

/** The customer's answer. Whatever comes of it, the screen shows what stands then. */
export function useRainChoice(token: string) {
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

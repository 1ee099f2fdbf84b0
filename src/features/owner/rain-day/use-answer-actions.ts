import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OfferedStart, RainBooking } from '@domain/booking/rain-plan.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { formatDayAndTime } from '@/lib/days.ts';
import { chooseRainTimeFor, sendRainTimes, settleRainAnswer } from './api/change-rain-day.ts';
import type { HeldTime, RainDay } from '@contracts/rain-day.ts';
import { rainFailure } from './rain-failure.ts';
import { lookForTimes, useRefreshRain } from './use-rain-plan.ts';

/** What the owner can do about one booking of a rain day. */
export function useAnswerActions(rain: RainDay, booking: RainBooking) {
  const client = useQueryClient();
  const refresh = useRefreshRain();
  const [found, setFound] = useState<OfferedStart[] | null>(null);

  const fail = (error: unknown) => {
    toastFailure('Nothing changed', rainFailure(error));
    void refresh();
  };
  const look = useMutation({
    mutationFn: () => lookForTimes(client, booking),
    onSuccess: (times) => {
      if (times.length > 0) setFound(times);
      else
        toast({
          title: 'No available times',
          description: 'There are no times to offer. Please call.',
        });
    },
    onError: fail,
  });
  const send = useMutation({
    mutationFn: (times: OfferedStart[]) => sendRainTimes(rain.id, booking.id, times),
    onSuccess: () => {
      toast({ title: 'Done', description: 'The new times are held.' });
      return refresh();
    },
    onError: fail,
    onSettled: () => setFound(null),
  });
  const settle = useMutation({
    mutationFn: (answerId: string) => settleRainAnswer(answerId),
    onSuccess: () => refresh(),
    onError: fail,
  });
  const choose = useMutation({
    mutationFn: ({ answerId, time }: { answerId: string; time: HeldTime }) =>
      chooseRainTimeFor(answerId, time.id),
    onSuccess: (_, { time }) => {
      toast({ title: 'Moved', description: `Now on ${formatDayAndTime(time)}.` });
      return refresh();
    },
    onError: fail,
  });

  return {
    newTimes: {
      found,
      look: () => look.mutate(),
      isLooking: look.isPending,
      send: () => found && send.mutate(found),
      isSending: send.isPending,
      forget: () => setFound(null),
    },
    settle: (answerId: string, done: () => void) => settle.mutate(answerId, { onSettled: done }),
    choose: (answerId: string, time: HeldTime, done: () => void) =>
      choose.mutate({ answerId, time }, { onSettled: done }),
    isBusy: settle.isPending || choose.isPending,
  };
}

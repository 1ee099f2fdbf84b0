import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatDay } from '@/lib/days.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { takeBackRainDay } from '../api/change-rain-day.ts';
import type { RainDay } from '@contracts/rain-day.ts';
import { partLabels } from '../parts.ts';
import { rainFailure } from '../rain-failure.ts';
import { useRefreshRain } from '../use-rain-plan.ts';
import { AnswerRow } from './answer-row.tsx';
import { UnaskedRow } from './unasked-row.tsx';

/** A day that was called off, and what became of its bookings. */
export function MarkedDay({ rain }: { rain: RainDay }) {
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useRefreshRain();
  const takeBack = useMutation({
    mutationFn: () => takeBackRainDay(rain.id),
    onSuccess: async () => {
      toast({ title: 'Taken back', description: `${formatDay(rain.day)} is open again.` });
      await refresh();
    },
    onError: (error) => {
      toastFailure('Not taken back', rainFailure(error));
      void refresh();
    },
    onSettled: () => setIsAsking(false),
  });
  const open = rain.answers.filter(({ state }) => state === 'asked' || state === 'declined').length;
  const heading = `${formatDay(rain.day)}${rain.part === 'day' ? '' : `, ${partLabels[rain.part].inSentence}`}`;

  return (
    <article aria-label={heading} className="max-w-3xl">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-ink pb-3">
        <h3 className="heading-3">{heading}</h3>
        <p className="text-ink-soft tabular-nums">{progress(rain.answers.length, open)}</p>
      </div>
      {rain.is_taken_back && (
        <p className="mt-3 text-ink-soft">
          Taken back. Who was called off before and has not answered is still asked.
        </p>
      )}
      <ul>
        {rain.answers.map((answer) => (
          <AnswerRow key={answer.id} rain={rain} answer={answer} />
        ))}
        {rain.unasked.map((booking) => (
          <UnaskedRow key={booking.id} rain={rain} booking={booking} />
        ))}
      </ul>
      {rain.can_be_taken_back && (
        <Button
          variant="secondary"
          className="mt-5 max-sm:w-full"
          onClick={() => setIsAsking(true)}
        >
          Take This Day Back
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Is ${formatDay(rain.day)} dry after all?`}
        description={
          'What is ahead of it opens again, and the times that are held are free. Who moved stays moved; ' +
          'the others stand as they were booked, and get a mail that says so. Who is in another part ' +
          'of the day that is still called off stays asked.'
        }
        confirmLabel="Take It Back"
        cancelLabel="Keep It"
        busy={takeBack.isPending}
        focusAfter={() => document.getElementById('marked-days')}
        onConfirm={() => takeBack.mutate()}
      />
    </article>
  );
}

function progress(asked: number, open: number): string {
  if (asked === 0) return 'Nobody was asked';
  return open === 0 ? 'Everybody is seen to' : `${asked - open} of ${asked} seen to`;
}

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { localToday, type LocalDate } from '@domain/time/schedule.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { SelectField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { formatDay } from '@/lib/days.ts';
import { toast } from '@/lib/toast.ts';
import { useNow } from '@/lib/use-now.ts';
import { markRainDay } from '../api/change-rain-day.ts';
import { answerHours, partLabels, usualAnswerHours, type RainPart } from '../parts.ts';
import { rainFailure } from '../rain-failure.ts';
import { useRainPlan, useRefreshRain } from '../use-rain-plan.ts';
import { PreviewedBooking } from './previewed-booking.tsx';

type RainPreviewProps = {
  day: LocalDate;
  part: RainPart;
  hours: number | null;
  onHours: (hours: number) => void;
};

/** The affected bookings and the times each customer would be offered; marks the day after a question. */
export function RainPreview({ day, part, hours, onHours }: RainPreviewProps) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useRefreshRain();
  const isToday = day === localToday(useNow());
  const { preview, plan, isError, isFetching, refetch } = useRainPlan(day, part, leftOut);
  const mark = useMutation({
    mutationFn: markRainDay,
    onSuccess: async () => {
      toast({ title: 'Rain Day Marked', description: closed(day, part) });
      await refresh();
      document.getElementById('marked-days')?.focus();
    },
    onError: () => void refresh(),
    onSettled: () => setIsAsking(false),
  });

  if (isError) {
    return (
      <CouldNotFetch
        title="Could not load the bookings of that day."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!preview || !plan) return <Spinner label="Searching for other times" />;
  if (preview.is_marked) {
    return (
      <Notice title="Already a rain day">
        {formatDay(day)} is already a rain day. You’ll find the answers below.
      </Notice>
    );
  }

  const timesOf = (id: string) => plan.find((one) => one.id === id)?.times ?? null;
  const toggle = (id: string) =>
    setLeftOut((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const held = hours ?? usualAnswerHours;
  const mailed = preview.bookings.filter(
    ({ id, customer_email: email }) => email !== null && (timesOf(id)?.length ?? 0) > 0,
  ).length;
  const toCall = plan.length - mailed;

  return (
    <div className="grid gap-6">
      <p role="status" className="font-semibold">
        {summary(preview.bookings.length, day, part)}
        {isToday && ' A visit that has begun stays as it is.'}
      </p>
      {preview.bookings.length > 0 && (
        <>
          <ul className="border-t border-hairline">
            {preview.bookings.map((booking) => (
              <PreviewedBooking
                key={booking.id}
                booking={booking}
                times={timesOf(booking.id)}
                isLeftOut={leftOut.has(booking.id)}
                onToggle={() => toggle(booking.id)}
              />
            ))}
          </ul>
          <SelectField
            label="Hold the times for"
            hint="After that, they become available again. The list shows which customers haven’t answered."
            className="max-w-60"
            value={held}
            onChange={(event) => onHours(Number(event.target.value))}
          >
            {answerHours.map((one) => (
              <option key={one} value={one}>
                {one} hours
              </option>
            ))}
          </SelectField>
        </>
      )}
      {mark.isError && !isAsking && (
        <Notice tone="danger" role="alert" title="Rain day not marked">
          {rainFailure(mark.error)}
        </Notice>
      )}
      <Button className="justify-self-start max-sm:w-full" onClick={() => setIsAsking(true)}>
        Mark rain day
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Close ${daysPart(day, part)} for rain?`}
        description={question({ part, mailed, toCall, hours: held })}
        confirmLabel="Mark rain day"
        cancelLabel="Not yet"
        busy={mark.isPending}
        onConfirm={() =>
          mark.mutate({
            day,
            part,
            hours: held,
            seen: preview.bookings.map(({ id }) => id),
            plan,
          })
        }
      />
    </div>
  );
}

const daysPart = (day: LocalDate, part: RainPart) =>
  part === 'day' ? formatDay(day) : `${partLabels[part].inSentence} of ${formatDay(day)}`;

function closed(day: LocalDate, part: RainPart): string {
  const sentence = `${daysPart(day, part)} is closed for rain.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function summary(count: number, day: LocalDate, part: RainPart): string {
  const when = daysPart(day, part);
  if (count === 0) return `There are no bookings on ${when}.`;
  return `There ${count === 1 ? 'is 1 booking' : `are ${count} bookings`} on ${when}.`;
}

function question(asked: {
  part: RainPart;
  mailed: number;
  toCall: number;
  hours: number;
}): string {
  const { part, mailed, toCall, hours } = asked;
  const sentences = [
    `Customers can’t book ${part === 'day' ? 'that day' : partLabels[part].inSentence}.`,
  ];
  if (mailed > 0) {
    sentences.push(
      `We email ${mailed} ${mailed === 1 ? 'customer' : 'customers'} now, and hold the times for up to ${hours} hours.`,
    );
  }
  if (toCall > 0) {
    sentences.push(`You need to call ${toCall} ${toCall === 1 ? 'customer' : 'customers'}.`);
  }
  sentences.push(`You can undo the rain day later${mailed > 0 ? ', but not the emails' : ''}.`);
  return sentences.join(' ');
}

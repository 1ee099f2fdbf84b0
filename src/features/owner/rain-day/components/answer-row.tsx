import { useState } from 'react';
import { Link } from 'wouter';
import { formatTime } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import type { HeldTime, RainAnswer, RainDay } from '@contracts/rain-day.ts';
import { formatDayAndTime, formatShortDay } from '@/lib/days.ts';
import { useNow } from '@/lib/use-now.ts';
import { answerWords, isOpenAnswer, untilAbout } from '../answer-words.ts';
import { useAnswerActions } from '../use-answer-actions.ts';
import { NewTimesDialog } from './new-times-dialog.tsx';
import { RainState } from './rain-state.tsx';
import { ReachLine } from './reach-line.tsx';

type AnswerRowProps = { rain: RainDay; answer: RainAnswer };

/** One customer's answer, and the owner's actions on the phone. */
export function AnswerRow({ rain, answer }: AnswerRowProps) {
  const [isSettling, setIsSettling] = useState(false);
  const [byPhone, setByPhone] = useState<HeldTime | null>(null);
  const { newTimes, settle, choose, isBusy } = useAnswerActions(rain, {
    id: answer.booking_id,
    date: answer.was_date,
    time: answer.was_time,
    durationMinutes: answer.duration_minutes,
  });
  const words = answerWords(answer, useNow());
  const isOpen = isOpenAnswer(answer);

  return (
    <li className="border-b border-hairline py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">
          <span className="tabular-nums">{formatTime(answer.was_time)}</span>{' '}
          <Link
            to={adminBookingPath(answer.booking_id)}
            className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
          >
            {answer.customer_name}
          </Link>
        </p>
        <RainState {...words} />
      </div>
      <p className="text-sm text-ink-soft">{answer.service_name}</p>
      <p className="mt-2">{words.detail}</p>
      {isOpen && <ReachLine phone={answer.customer_phone} email={answer.customer_email} />}
      {isOpen && answer.times.length > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          Held times. Choose one to book it for the customer:
        </p>
      )}
      {isOpen && answer.times.length > 0 && (
        <ul aria-label="Held times" className="mt-2 flex flex-wrap gap-2">
          {answer.times.map((time) => (
            <li key={time.id}>
              <button
                type="button"
                className="min-h-11 rounded-badge border border-line-strong bg-ivory px-3.5 py-1.5 tabular-nums hover:border-lacquer hover:bg-lacquer hover:text-ivory"
                aria-label={`Book ${answer.customer_name} for ${formatDayAndTime(time)}${untilAbout(time.time, answer.duration_minutes)}`}
                onClick={() => setByPhone(time)}
              >
                {formatShortDay(time.date)}, {formatTime(time.time)}
                {untilAbout(time.time, answer.duration_minutes)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" busy={newTimes.isLooking} onClick={newTimes.look}>
            Send new times
          </Button>
          <Button variant="ghost" onClick={() => setIsSettling(true)}>
            Mark as settled
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={byPhone !== null}
        onOpenChange={(open) => !open && setByPhone(null)}
        title={`Move ${answer.customer_name}?`}
        description={
          byPhone
            ? `The booking moves to ${formatDayAndTime(byPhone)}, as agreed by phone. The other times become available again.`
            : ''
        }
        confirmLabel="Move booking"
        cancelLabel="Not yet"
        busy={isBusy}
        onConfirm={() => byPhone && choose(answer.id, byPhone, () => setByPhone(null))}
      />
      <NewTimesDialog
        customer={answer.customer_name}
        email={answer.customer_email}
        durationMinutes={answer.duration_minutes}
        newTimes={newTimes}
        hours={rain.answer_hours}
      />
      <ConfirmDialog
        open={isSettling}
        onOpenChange={setIsSettling}
        title={`Mark ${answer.customer_name}’s booking as settled?`}
        description={`The held times become available again, and the link in the email stops working. The booking stays on ${formatDayAndTime({ date: answer.booking_date, time: answer.booking_time })} until you move or cancel it.`}
        confirmLabel="Mark as settled"
        cancelLabel="Not yet"
        busy={isBusy}
        onConfirm={() => settle(answer.id, () => setIsSettling(false))}
      />
    </li>
  );
}

import { useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { startsAt } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { Page } from '@/components/ui/page.tsx';
import { bookedDayQuery, bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import { TimePicker } from '@/entities/open-times/time-picker/time-picker.tsx';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { formatShortDay } from '@/lib/days.ts';
import { toast } from '@/lib/toast.ts';
import type { Start } from '../api/move-booking.ts';
import type { OwnBooking } from '../api/get-booking.ts';
import { depositNote } from '../deposit-note.ts';
import { goneMeanwhile } from '../move-refusal.ts';
import { useMove } from '../use-move.ts';
import { useNewStart } from '../use-new-start.ts';
import { ConfirmMove } from './confirm-move.tsx';
import { incomplete, MoveNotice } from './move-notice.tsx';
import { MoveSummary } from './move-summary.tsx';
import { toldStartOf, toldTime } from '@/lib/told-times.ts';

type MoveBookingProps = { booking: OwnBooking; now: number };

/** A calendar and its times on one side; on the other what is moved, from when to when. */
export function MoveBooking({ booking, now }: MoveBookingProps) {
  const wanted = useMemo(() => wantedMove(booking, now), [booking, now]);
  const start = useNewStart(wanted);
  const timesId = useId();
  const confirmId = useId();
  const focusTimes = () => document.getElementById(timesId)?.focus();
  const move = useMove(booking.id, ({ affects }) => {
    if (affects !== 'time') return;
    // Rendered at once: the focus goes to what is read out, the reason and the fresh times.
    flushSync(start.dropTime);
    focusTimes();
  });
  const refusal = start.lost ? goneMeanwhile(start.lost, now) : move.refusal;
  const [isIncomplete, setIsIncomplete] = useState(false);
  const askForTime = () => {
    setIsIncomplete(true);
    toast({ ...incomplete, variant: 'destructive' });
    focusTimes();
  };

  return (
    <Page title="Reschedule" heading="Reschedule" lead={leadFor(booking)}>
      <div className="grid items-start gap-x-10 gap-y-14 lg:grid-cols-[minmax(0,1fr)_21rem] xl:gap-x-16">
        <div>
          <TimePicker
            wanted={wanted}
            date={start.date}
            time={start.chosen?.time ?? null}
            onDate={start.pickDate}
            onTime={(date, time) => {
              move.forgetRefusal();
              setIsIncomplete(false);
              start.pickTime(date, time);
            }}
            timesId={timesId}
            notice={<MoveNotice refusal={refusal} isIncomplete={isIncomplete && !start.chosen} />}
          />
          {start.chosen && <ChosenBar chosen={start.chosen} confirmId={confirmId} />}
        </div>
        <MoveSummary booking={booking} chosen={start.chosen}>
          <ConfirmMove
            id={confirmId}
            chosen={start.chosen}
            isBusy={move.isBusy}
            note={depositNote(booking, { chosen: start.chosen, now })}
            problem={refusal && refusal.affects !== 'time' ? refusal.sentence : null}
            onConfirm={move.move}
            onIncomplete={askForTime}
          />
        </MoveSummary>
      </div>
    </Page>
  );
}

/** At the lower edge of a phone, since many times stand between a choice and its confirmation. */
function ChosenBar({ chosen, confirmId }: { chosen: Start; confirmId: string }) {
  return (
    <div data-keep-clear="" className="on-lacquer phone-bar lg:hidden">
      <p aria-hidden="true" className="leading-snug">
        <span className="block text-sm text-mist">{formatShortDay(chosen.date)}</span>
        <strong className="block font-semibold whitespace-nowrap text-citrine">
          {toldTime(chosen.time)}
        </strong>
      </p>
      <Button
        className="flex-1"
        onClick={() => {
          const confirm = document.getElementById(confirmId);
          confirm?.scrollIntoView({ block: 'center' });
          confirm?.focus({ preventScroll: true });
        }}
      >
        Review new time
      </Button>
    </div>
  );
}

function leadFor(booking: OwnBooking): string {
  const { service_name, booking_date, booking_time } = booking;
  if (booking.is_rained_out) {
    return (
      `${service_name} on ${toldStartOf({ booking_date, booking_time })} is cancelled because of rain. ` +
      'Choose another time, free of charge.'
    );
  }
  return (
    `${service_name} is booked for ${toldStartOf({ booking_date, booking_time })}. ` +
    'It stays there until you confirm a new time.'
  );
}

/** Another start for a booking, by the rules for moving. The booking itself is not in its way. */
function wantedMove(booking: OwnBooking, now: number): Wanted {
  const { booking_date: date, booking_time: time } = booking;
  const isAhead = Date.parse(startsAt(date, time)) > now;
  return {
    kind: 'move',
    durationMinutes: booking.duration_minutes,
    now,
    // A day that was called off may be over: the calendar begins with today then.
    ...(isAhead && { current: { date, time: time.slice(0, 5) } }),
    takenInMonth: (month) => bookedMonthQuery(month, booking.id),
    takenOnDay: (date) => bookedDayQuery(date, booking.id),
    question: { kind: 'move', bookingId: booking.id },
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState, useCallback } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { ownBookingsKey } from '@/entities/booking/booking-record.ts';
import {
  bookedDayQuery,
  bookedMonthQuery,
  bookedSlotsKey,
} from '@/entities/open-times/booked-slots.ts';
import { TimePicker } from '@/entities/open-times/time-picker/time-picker.tsx';
import { useOpenTimes } from '@/entities/open-times/time-picker/use-open-times.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import { noAnswer } from '@/lib/backend.ts';
import { formatShortDay } from '@/lib/days.ts';
import { navigate } from '@/lib/location.tsx';
import { toast, toastFailure } from '@/lib/toast.ts';
import { toldStartOf, toldTime } from '@/lib/told-times.ts';
import { useNetworkBack } from '@/lib/use-network-back.ts';
import { startsAt, type LocalDate, type LocalTime } from '@domain/time/schedule.ts';
import { type OwnBooking, ownBookingQuery } from '../api/get-booking.ts';
import { type Start, moveBooking } from '../api/move-booking.ts';
import { depositNote } from '../deposit-note.ts';
import { goneMeanwhile, type MoveRefusal, readRefusal } from '../move-refusal.ts';
import { ConfirmMove } from './confirm-move.tsx';
import { MoveSummary } from './move-summary.tsx';

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

type MoveNoticeProps = {
  refusal: MoveRefusal | null;
  /** The customer tried to confirm without a time. */
  isIncomplete: boolean;
};

const incomplete = {
  title: 'Incomplete',
  description: 'Please select a new date and time.',
};

/** Why a time has to be chosen, above the times. */
function MoveNotice({ refusal, isIncomplete }: MoveNoticeProps) {
  if (refusal?.affects === 'time') {
    return (
      <Notice tone="danger" role="alert" title="That time is no longer available" className="mb-5">
        {refusal.sentence}
      </Notice>
    );
  }
  if (!isIncomplete) return null;
  return (
    <Notice tone="danger" title={incomplete.title} className="mb-5">
      {incomplete.description}
    </Notice>
  );
}

/** The day and the time that are chosen, as long as fresh times still show it. */
function useNewStart(wanted: Wanted) {
  const [date, setDate] = useState<LocalDate | null>(null);
  const [time, setTime] = useState<LocalTime | null>(null);
  const { times } = useOpenTimes(date, wanted);
  const picked = date && time ? { date, time } : null;
  const isGone = picked !== null && times !== undefined && !times.includes(picked.time);

  const pickDate = useCallback((day: LocalDate) => {
    setDate(day);
    setTime(null);
  }, []);

  return {
    date,
    chosen: isGone ? null : picked,
    /** The chosen start, once it was booked by another customer or has begun. */
    lost: isGone ? picked : null,
    pickDate,
    pickTime: (day: LocalDate, start: LocalTime) => {
      setDate(day);
      setTime(start);
    },
    dropTime: () => setTime(null),
  };
}

/** Moves a booking and goes back to the list, or says why it stays. `onRefused` hears the reason too. */
function useMove(bookingId: string, onRefused: (refusal: MoveRefusal) => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<MoveRefusal | null>(null);
  useNetworkBack(() => setRefusal((shown) => (shown?.sentence === noAnswer ? null : shown)));

  const mutation = useMutation({
    mutationFn: (start: Start) => moveBooking(bookingId, start),
    onMutate: () => setRefusal(null),
    onSuccess: () => {
      client.removeQueries({ queryKey: bookedSlotsKey });
      client.removeQueries({ queryKey: ownBookingsKey });
      toast({ title: 'Success!', description: 'Your booking has been rescheduled.' });
      navigate(paths.myBookings);
    },
    onError: (error, start) => {
      const reason = readRefusal(error, start);
      toastFailure('Error', 'Failed to update booking.');
      setRefusal(reason);
      onRefused(reason);
      if (reason.affects === 'time') void client.resetQueries({ queryKey: bookedSlotsKey });
      if (reason.affects === 'booking') void client.invalidateQueries(ownBookingQuery(bookingId));
    },
  });

  return {
    move: mutation.mutate,
    // Once it is moved the screen is on its way out.
    isBusy: mutation.isPending || mutation.isSuccess,
    refusal,
    forgetRefusal: () => setRefusal(null),
  };
}

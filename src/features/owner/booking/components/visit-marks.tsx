import { useState } from 'react';
import { keptCents } from '@domain/money/kept.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { MarkDone } from '@/entities/visit/mark-done.tsx';
import { useNow } from '@/lib/use-now.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { notSentYet } from '@/lib/on-device/not-sent-yet.ts';
import { takeStep, toldOfStep, type StepTaken } from '@/entities/visit/visit-steps.ts';
import { VisitStep } from '@/entities/visit/visit-step.tsx';
import { keepNoShowMoney } from '../api/change-booking.ts';
import { markVisit, type VisitMark } from '../api/do-at-visit.ts';
import { formatMoment } from '@/lib/moments.ts';
import type { ShownBooking } from '../api/booking-page.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { FeeQuestion, MarkNoShow, type Fee } from './mark-no-show.tsx';
import { ChecklistHint } from './work-of-visit.tsx';

const said: Record<VisitMark, { title: string; description: string }> = {
  done: { title: 'Done', description: 'The visit is marked as done.' },
  no_show: { title: 'No-show', description: 'The visit is marked as a no-show.' },
  undo_mark: { title: 'Mark Undone', description: 'The visit is no longer marked.' },
};

type VisitMarksProps = {
  page: ShownBooking;
  today: string;
  /** Opens the form that settles the fee of a no-show. */
  onFee: (fee: NonNullable<Fee>) => void;
};

/** `isKept`: a no-show's money was decided to be kept. */
type Marking = { wanted: VisitMark; isKept?: boolean };

/** Marks the visit as done or no-show from its day on, and undoes either. */
export function VisitMarks({ page, today, onFee }: VisitMarksProps) {
  const { booking, money, called_off: calledOff } = page;
  const marking = ({ wanted, isKept = false }: Marking) => markVisit(booking, wanted, isKept);
  const mark = useBookingAction(booking.id, marking, {
    done: ({ isUnsent }, { wanted }) => {
      if (isUnsent) return notSentYet;
      if (wanted === 'undo_mark') return said[wanted];
      const undo = { label: 'Undo', onSelect: () => mark.mutate({ wanted: 'undo_mark' }) };
      return { ...said[wanted], action: undo };
    },
    failed: 'Not Marked',
  });
  const now = useNow();
  const marked = booking.done_at ?? booking.no_show_at;
  const isBusy = (wanted: VisitMark) => mark.isPending && mark.variables.wanted === wanted;
  if (booking.booking_date > today) return null;
  if (marked) {
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>
          {booking.done_at ? 'Done' : 'No-show'}, marked {formatMoment(marked)}.
        </span>
        {page.no_show_finding && !page.isKept && (
          <DecideNoShow
            bookingId={booking.id}
            keptCents={keptCents(money)}
            findingId={page.no_show_finding}
            onFee={onFee}
          />
        )}
        <Button
          variant="secondary"
          busy={mark.isPending}
          onClick={() => mark.mutate({ wanted: 'undo_mark' })}
        >
          {`Undo “${booking.done_at ? 'Done' : 'No-show'}”`}
        </Button>
      </p>
    );
  }
  const takesSteps = booking.booking_date === today && calledOff === null;
  const hasBegun = Date.parse(startsAt(booking.booking_date, booking.booking_time)) <= now;
  return (
    <>
      {takesSteps && <StepOfToday page={page} />}
      <div className={`grid gap-3 sm:flex ${hasBegun ? 'grid-cols-2' : ''}`}>
        <MarkDone
          visit={booking}
          day={booking.booking_date}
          variant={takesSteps && !booking.work_began_at ? 'secondary' : 'primary'}
          busy={isBusy('done')}
          onDone={() => mark.mutate({ wanted: 'done' })}
        />
        {hasBegun && (
          <MarkNoShow
            bookingId={booking.id}
            keptCents={keptCents(money)}
            asksForFee={!page.isKept}
            busy={isBusy('no_show')}
            onMark={(fee, isKept) =>
              mark.mutate(
                { wanted: 'no_show', isKept },
                {
                  onSuccess: ({ isUnsent }) => {
                    if (fee && !isUnsent) onFee(fee);
                  },
                },
              )
            }
          />
        )}
      </div>
      <ChecklistHint bookingId={booking.id} />
    </>
  );
}

type DecideNoShowProps = Pick<VisitMarksProps, 'onFee'> & {
  bookingId: string;
  keptCents: number;
  findingId: string;
};

/** Asks what is kept of a no-show that was marked without the question, as by a crew. */
function DecideNoShow({ findingId, onFee, ...money }: DecideNoShowProps) {
  const [isAsked, setIsAsked] = useState(false);
  const keeping = useBookingAction(money.bookingId, () => keepNoShowMoney(findingId), {
    done: () => ({ title: 'Kept', description: 'What was paid for the no-show is kept.' }),
    failed: 'Not Saved',
  });
  return (
    <>
      <Button busy={keeping.isPending} onClick={() => setIsAsked(true)}>
        Decide what is kept
      </Button>
      {isAsked && (
        <FeeQuestion
          {...money}
          title="What do you keep of this no-show?"
          description="Nobody has decided yet what happens to the money that was paid."
          confirmLabel="Continue"
          onClose={() => setIsAsked(false)}
          onChosen={(fee, isKept) => {
            setIsAsked(false);
            if (isKept) keeping.mutate();
            else if (fee) onFee(fee);
          }}
        />
      )}
    </>
  );
}

/** On my way, start work, and their undo. */
function StepOfToday({ page }: { page: BookingPage }) {
  const { booking, drive_minutes } = page;
  const step = useBookingAction(booking.id, (taken: StepTaken) => takeStep(booking, taken), {
    done: (told, taken) => toldOfStep(told, taken, () => step.mutate({ step: 'undo-way' })),
    failed: 'Not Saved',
  });
  return (
    <VisitStep
      visit={{ ...booking, drive_minutes }}
      name={booking.customer_name}
      busy={step.isPending ? step.variables.step : null}
      onStep={(taken) => step.mutate(taken)}
    />
  );
}

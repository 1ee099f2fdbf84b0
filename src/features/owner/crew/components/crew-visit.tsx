import { useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { formatTime } from '@domain/time/time-format.ts';
import type { CrewVisit as Visit } from '@contracts/crews.ts';
import { Button } from '@/components/ui/button.tsx';
import { paths } from '@/config/paths.ts';
import { VisitPhotos } from '@/entities/booking-photo/visit-photos.tsx';
import { UnsentOfVisit } from '@/entities/on-device/unsent-of-visit.tsx';
import { rainAnswerLabels } from '@/entities/rain-day/rain-answer-labels.ts';
import { MarkDone } from '@/entities/visit/mark-done.tsx';
import { doOperation } from '@/lib/on-device/do-operation.ts';
import { notSentYet } from '@/lib/on-device/not-sent-yet.ts';
import { onSiteLabels, PaymentForm } from '@/entities/visit/payment-form.tsx';
import type { OnSitePayment } from '@/entities/visit/on-site-payment.ts';
import { endOfVisit, isVisitOver, VisitCard } from '@/entities/visit/visit-card.tsx';
import { VisitStep } from '@/entities/visit/visit-step.tsx';
import { nextStepOf, takeStep, toldOfStep, type StepTaken } from '@/entities/visit/visit-steps.ts';
import { useNow } from '@/lib/use-now.ts';
import { useCrewAction } from '../use-crew-action.ts';
import { WorkOfCrew } from './work-of-crew.tsx';

/** What this device has yet to send, on the same page. */
const toSend = `${paths.crew}#to-send`;

type VisitMark = 'done' | 'no_show' | 'undo_mark';

const nameOf = ({ customer_name: name, booking_time: time }: Visit) =>
  `${name}, ${formatTime(time)}`;

type CrewVisitProps = {
  visit: Visit;
  today: string;
  isNext: boolean;
  /** Whether it is this device's copy. */
  isKept: boolean;
};

/** A visit of the crew: what to know on the way, and what to do there from its day on. */
export function CrewVisit({ visit, today, isNext, isKept }: CrewVisitProps) {
  const [form, setForm] = useState<'payment' | 'work' | null>(null);
  const step = useCrewAction((taken: StepTaken) => takeStep(visit, taken), {
    done: (taken, told) => toldOfStep(told, taken, () => step.mutate({ step: 'undo-way' })),
    failed: 'Not saved',
  });
  const now = useNow();
  const hasCome = visit.day <= today;
  const close = () => setForm(null);
  return (
    <>
      <VisitCard
        visit={visit}
        heading={visit.customer_name}
        isNext={isNext}
        isUnmarked={endOfVisit(visit.day, visit) <= now}
        unsent={<UnsentOfVisit bookingId={visit.id} to={toSend} />}
        step={
          visit.day === today &&
          !isKept &&
          visit.called_off === null && (
            <VisitStep
              visit={visit}
              name={visit.customer_name}
              busy={step.isPending ? step.variables.step : null}
              onStep={(taken) => step.mutate(taken)}
            />
          )
        }
        calledOff={visit.called_off === null ? null : rainAnswerLabels[visit.called_off]}
        actions={
          hasCome && visit.called_off === null ? (
            <CrewActions
              visit={visit}
              hasStep={visit.day === today && nextStepOf(visit) !== null}
              onPay={() => setForm('payment')}
              onWork={() => setForm(form === 'work' ? null : 'work')}
              showsWork={form === 'work'}
              onMarked={close}
            />
          ) : null
        }
      >
        <VisitPhotos photos={isKept ? [] : visit.photos} className="mt-2 max-w-md" />
      </VisitCard>
      {form === 'payment' && (
        <div className="mt-3">
          <CrewPayment visit={visit} onClose={close} />
        </div>
      )}
      {form === 'work' && <WorkOfCrew visit={visit} name={nameOf(visit)} />}
    </>
  );
}

function CrewPayment({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const recording = useCrewAction((payment: OnSitePayment) => recordPayment(visit, payment), {
    done: (sent, { isUnsent }) =>
      isUnsent
        ? notSentYet
        : {
            title: 'Payment Recorded',
            description: `${formatCents(sent.amountCents)} recorded: ${onSiteLabels[sent.method]}.`,
          },
    onDone: onClose,
  });
  return <PaymentForm dueCents={visit.due_cents} recording={recording} onClose={onClose} />;
}

const recordPayment = (visit: Visit, payment: OnSitePayment) =>
  doOperation({
    key: payment.requestId,
    bookingId: visit.id,
    kind: 'payment',
    input: {
      method: payment.method,
      amount_cents: payment.amountCents,
      tip_cents: payment.tipCents,
    },
    basedOn: {},
    visit: nameOf(visit),
  });

type ActionsProps = {
  visit: Visit;
  /** Whether a step comes before the visit is done: its button is the main one then. */
  hasStep: boolean;
  onPay: () => void;
  onWork: () => void;
  showsWork: boolean;
  onMarked: () => void;
};

function CrewActions({ visit, hasStep, onPay, onWork, showsWork, onMarked }: ActionsProps) {
  const now = useNow();
  const mark = useCrewAction(
    (wanted: VisitMark) =>
      doOperation({
        bookingId: visit.id,
        kind: wanted,
        input: {},
        basedOn: {
          booking_date: visit.day,
          booking_time: visit.booking_time,
          mark: visit.done_at ? 'done' : visit.no_show_at ? 'no_show' : null,
        },
        visit: nameOf(visit),
      }),
    { failed: 'Not Marked', onDone: onMarked },
  );
  const hasBegun = Date.parse(startsAt(visit.day, visit.booking_time)) <= now;
  const isBusy = (wanted: VisitMark) => mark.isPending && mark.variables === wanted;
  const whose = <span className="sr-only">: {visit.customer_name}’s visit</span>;
  return (
    <>
      {visit.due_cents > 0 && !visit.no_show_at && (
        <li>
          <button type="button" className="car-action w-full" onClick={onPay}>
            Record payment<span className="sr-only"> from {visit.customer_name}</span>
          </button>
        </li>
      )}
      <li>
        <button
          type="button"
          className="car-action w-full"
          aria-expanded={showsWork}
          onClick={onWork}
        >
          Photos and checklist{whose}
        </button>
      </li>
      {isVisitOver(visit) ? (
        <li>
          <Button
            variant="ghost"
            className="px-0"
            busy={mark.isPending}
            onClick={() => mark.mutate('undo_mark')}
          >
            {visit.done_at ? 'Undo “Done”' : 'Undo “No-show”'}
            {whose}
          </Button>
        </li>
      ) : (
        <>
          <li>
            <MarkDone
              visit={visit}
              day={visit.day}
              variant={hasStep ? 'secondary' : 'primary'}
              className="w-full px-4"
              busy={isBusy('done')}
              onDone={() => mark.mutate('done')}
            >
              {whose}
            </MarkDone>
          </li>
          {hasBegun && (
            <li>
              <Button
                variant="secondary"
                className="w-full px-4"
                busy={isBusy('no_show')}
                onClick={() => mark.mutate('no_show')}
              >
                Mark no-show{whose}
              </Button>
            </li>
          )}
        </>
      )}
    </>
  );
}

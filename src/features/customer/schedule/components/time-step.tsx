import { Suspense, useId, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { TimePicker } from '@/entities/open-times/time-picker/time-picker.tsx';
import { useBusiness } from '@/lib/business.ts';
import { lateScreen } from '@/lib/late.ts';
import { useSession } from '@/lib/session.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';
import type { Service, ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import { nearPolicy } from '@domain/money/policy.ts';
import { startsAt, type LocalDate } from '@domain/time/schedule.ts';
import type { BookingFlowState } from '../use-booking-flow.ts';
import type { Start } from '../use-chosen-time.ts';
import { PlaceForm, PlaceLine } from './place-form.tsx';

const ExternalScheduler = lateScreen(() => import('../external/external-scheduler.tsx'));

/** A way to wait for one of the days that are fully booked. */
export type WaitingList = ComponentType<{
  serviceId: ServiceId;
  vehicleType: VehicleType;
  /** Ids. */
  addOns: readonly string[];
  /** Where the visit is to be, if the times depend on it. */
  postalCode: string | null;
  fullDays: readonly LocalDate[];
}>;

type TimeStepProps = {
  flow: BookingFlowState;
  service: Service;
  /** The external scheduling page, if one is configured for this service. */
  page: string | undefined;
  isOutside: boolean;
  waitingList?: WaitingList | undefined;
};

/** The external page first, where there is one; then, or instead, our own calendar. */
export function TimeStep({ flow, service, page, isOutside, waitingList }: TimeStepProps) {
  const Waiting = waitingList;
  const session = useSession();
  const { draft, time, update } = flow;
  const [isMoving, setIsMoving] = useState(false);
  const placeId = useId();
  if (page && isOutside) {
    // The page is told who picks a time when it is opened, and never again.
    if (session.status === 'loading') return <Spinner />;
    const { name = '', email = '' } = session.status === 'signed-in' ? session.user : {};
    return (
      <Suspense fallback={<Spinner />}>
        <ExternalScheduler
          address={page}
          person={{ name: draft.details.name || name, email: draft.details.email || email }}
          serviceName={service.name}
          onPicked={flow.pickOutside}
        />
      </Suspense>
    );
  }
  if (flow.needsPlace && (!flow.place || isMoving)) {
    return (
      <div id={placeId} tabIndex={-1} className="focus-quiet">
        <PlaceForm
          flow={flow}
          service={service}
          onDone={() => {
            // Rendered at once, so that there are times to give the focus to.
            flushSync(() => setIsMoving(false));
            flow.focusTimes();
          }}
        />
      </div>
    );
  }
  return (
    <>
      {flow.needsPlace && flow.place && (
        <PlaceLine
          place={flow.place}
          onChange={() => {
            flushSync(() => setIsMoving(true));
            document.getElementById(placeId)?.querySelector('input')?.focus();
          }}
        />
      )}
      <TimePicker
        wanted={flow.wanted}
        date={draft.date}
        time={time.chosen?.time ?? null}
        onDate={time.pickDate}
        onTime={time.pickTime}
        timesId={flow.timesId}
        belowCalendar={
          Waiting &&
          ((fullDays) => (
            <Waiting
              serviceId={service.id}
              vehicleType={draft.vehicleType}
              addOns={flow.addOns.map(({ id }) => id)}
              postalCode={flow.needsPlace ? flow.place : null}
              fullDays={fullDays}
            />
          ))
        }
        notice={
          <TimeNotice
            lost={time.lost}
            isTooShort={flow.isTooShort}
            misfit={time.isOfOther ? service.name : null}
            place={flow.needsPlace ? flow.place : null}
            isMissing={flow.isTimeMissing}
            isPickedOutside={page !== undefined && !time.chosen}
          />
        }
      />
      <NearPolicy chosen={time.chosen} now={flow.wanted.now} />
      {page && (
        <Button
          variant="ghost"
          className="mt-4"
          onClick={() => update({ hasPickedOutside: false, date: null, time: null })}
        >
          Back to the scheduling page
        </Button>
      )}
    </>
  );
}

/** Says at once when the deposit of the chosen time is not refundable. */
function NearPolicy({ chosen, now }: { chosen: Start | null; now: number }) {
  const business = useBusiness();
  const near =
    chosen && nearPolicy(business, { startsAt: startsAt(chosen.date, chosen.time), now });
  return (
    <div role="status">{near && <p className="mt-6 border-l-4 border-citrine pl-4">{near}</p>}</div>
  );
}

type TimeNoticeProps = {
  /** The start that is no longer available. */
  lost: Start | null;
  /** The postal code that the times are for, if they depend on one. */
  place: string | null;
  /** It has room for the service, but not for the add-ons. */
  isTooShort: boolean;
  /** The package that it doesn't fit, if it was picked for another one. */
  misfit: string | null;
  /** The customer tried to continue without a time. */
  isMissing: boolean;
  /** The time was picked on an external page, and has to be told to us. */
  isPickedOutside: boolean;
};

/** Why a time has to be picked, when that is not plain. */
function TimeNotice({
  lost,
  isTooShort,
  misfit,
  place,
  isMissing,
  isPickedOutside,
}: TimeNoticeProps) {
  if (lost && isTooShort) {
    return (
      <Notice tone="danger" role="alert" title="That time is too short" className="mb-5">
        {toldDayAndTime(lost)} has no room for your add-ons. Please pick another time, or remove an
        add-on; everything you typed is kept.
      </Notice>
    );
  }
  if (lost && misfit !== null) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title="That time doesn’t fit your new package"
        className="mb-5"
      >
        {toldDayAndTime(lost)} can’t be booked for {misfit}. Please pick another time; everything
        you typed is kept.
      </Notice>
    );
  }
  if (lost) {
    return (
      <Notice tone="danger" role="alert" title="That time is no longer available" className="mb-5">
        {toldDayAndTime(lost)} can no longer be booked{place && ` for ${place}`}. Please pick
        another time; everything you typed is kept.
      </Notice>
    );
  }
  if (isMissing) {
    return (
      <Notice tone="danger" role="alert" title="Please pick a time first" className="mb-5">
        Everything you typed is kept.
      </Notice>
    );
  }
  if (isPickedOutside) {
    return (
      <Notice role="status" title="Thank you! One more step" className="mb-5">
        The scheduling page didn’t tell us your time. Please choose the same day and time here, so
        that we can hold it for you.
      </Notice>
    );
  }
  return null;
}

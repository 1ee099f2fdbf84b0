import { localToday } from '@domain/time/schedule.ts';
import { Link } from 'wouter';
import { useNow } from '@/lib/use-now.ts';
import { Button } from '@/components/ui/button.tsx';
import { adminBookingPath, adminPaths, adminPaymentPath } from '@/config/admin-paths.ts';
import { VisitPhotos } from '@/entities/booking-photo/visit-photos.tsx';
import { UnsentOfVisit } from '@/entities/on-device/unsent-of-visit.tsx';
import { rainAnswerLabels } from '@/entities/rain-day/rain-answer-labels.ts';
import { MarkDone } from '@/entities/visit/mark-done.tsx';
import { VisitCard } from '@/entities/visit/visit-card.tsx';
import { VisitStep } from '@/entities/visit/visit-step.tsx';
import type { CarOfDay } from '@contracts/dashboard.ts';
import { useVisitMark, useVisitStep } from '../use-visit-mark.ts';

type CarCardProps = {
  car: CarOfDay;
  /** The next one of its crew, whose time is still to come or goes on. */
  isNext: boolean;
  /** Its time is over, and it has no mark if `isOver` is false. */
  isUnmarked: boolean;
  /** How long ago it had to begin; null unless it is late and no step says where the crew is. */
  lateMinutes: number | null;
  /** The crew may set out for it or begin its work here. */
  hasSteps: boolean;
  isOver: boolean;
};

/**
 * One car of today, with the way to its booking and what is left to do. The way and the work of a
 * later car are on its booking's page.
 */
export function CarCard(props: CarCardProps) {
  const { car, isNext, isUnmarked, hasSteps, isOver } = props;
  const hasBegun = Boolean(car.on_my_way_at ?? car.work_began_at);
  return (
    <VisitCard
      visit={car}
      heading={
        <Link
          to={adminBookingPath(car.id)}
          className="-my-2 inline-block min-h-11 py-2 wrap-anywhere underline decoration-1 underline-offset-[0.25em] hover:decoration-2"
        >
          {car.customer_name}
        </Link>
      }
      isNext={isNext}
      isUnmarked={isUnmarked}
      lateMinutes={props.lateMinutes}
      calledOff={car.called_off === null ? null : rainAnswerLabels[car.called_off]}
      unsent={<UnsentOfVisit bookingId={car.id} to={adminPaths.unsent} />}
      step={
        car.called_off === null &&
        (hasSteps || hasBegun) && <CarStep car={car} isQuiet={isUnmarked} />
      }
      actions={<CarActions car={car} isOver={isOver} isUnmarked={isUnmarked} />}
    >
      <VisitPhotos photos={car.photos} className="mt-2 max-w-md" />
    </VisitCard>
  );
}

function CarStep({ car, isQuiet }: { car: CarOfDay; isQuiet: boolean }) {
  const step = useVisitStep(car);
  return (
    <VisitStep
      visit={car}
      name={car.customer_name}
      isQuiet={isQuiet}
      busy={step.isPending ? step.variables.step : null}
      onStep={(taken) => step.mutate(taken)}
    />
  );
}

function CarActions({
  car,
  isOver,
  isUnmarked,
}: Pick<CarCardProps, 'car' | 'isOver' | 'isUnmarked'>) {
  const mark = useVisitMark(car);
  const today = localToday(useNow());
  const whose = <span className="sr-only">: {car.customer_name}’s visit</span>;
  return (
    <>
      {car.due_cents > 0 && !car.no_show_at && (
        <li>
          <Link to={adminPaymentPath(car.id)} className="car-action">
            Record payment<span className="sr-only"> from {car.customer_name}</span>
          </Link>
        </li>
      )}
      <li>
        {isOver ? (
          <Button
            variant="ghost"
            className="px-0"
            busy={mark.isPending}
            onClick={() => mark.mutate(false)}
          >
            {`Undo “${car.no_show_at ? 'No-show' : 'Done'}”`}
            {whose}
          </Button>
        ) : (
          <MarkDone
            visit={car}
            day={today}
            variant={isUnmarked ? 'primary' : 'secondary'}
            className="w-full px-3"
            busy={mark.isPending}
            onDone={() => mark.mutate(true)}
          >
            {whose}
          </MarkDone>
        )}
      </li>
    </>
  );
}

import { soldName } from '@domain/booking/add-ons.ts';
import { Link } from '@/lib/router.tsx';
import { moreFacts } from '@domain/booking/more-fields.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration, formatTime } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { adminBookingPath, adminPaths, adminPaymentPath } from '@/config/admin-paths.ts';
import { VisitStep } from '@/entities/visit/visit-step.tsx';
import { VisitPhotos } from '@/entities/booking-photo/visit-photos.tsx';
import { UnsentOfVisit } from '@/entities/on-device/unsent-of-visit.tsx';
import { rainAnswerLabels } from '@/entities/rain-day/rain-answer-labels.ts';
import type { CarOfDay } from '@contracts/dashboard.ts';
import { toldToCustomer } from '@/lib/told-times.ts';
import { useVisitMark, useVisitStep } from '../use-visit-mark.ts';

type CarCardProps = { car: CarOfDay; isNext: boolean; isOver: boolean; showsCrew: boolean };

/** One car: when, whose, which and where, with the way there and what is left to do. */
export function CarCard({ car, isNext, isOver, showsCrew }: CarCardProps) {
  return (
    <article
      aria-label={`${formatTime(car.booking_time)}, ${car.customer_name}`}
      className={`car-card ${isNext ? 'car-card-next' : ''} ${isOver ? 'car-card-over' : ''}`}
    >
      <div className="flex w-full items-baseline gap-3 sm:block sm:w-28">
        <p className="text-lg font-semibold whitespace-nowrap font-wide">
          {formatTime(car.booking_time)}
        </p>
        <p className="text-sm text-ink-soft">
          {formatDuration(car.duration_minutes)}
          <span className="block">{toldToCustomer(car.booking_time)}</span>
        </p>
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="heading-3">
          <Link
            to={adminBookingPath(car.id)}
            className="-my-2 inline-block min-h-11 py-2 wrap-anywhere underline decoration-1 underline-offset-[0.25em] hover:decoration-2"
          >
            {car.customer_name}
          </Link>
        </h3>
        <p>
          {soldName(car.service_name, car.add_ons)}
          <span className="text-ink-soft"> · {car.car}</span>
          {showsCrew && car.crew !== null && (
            <span className="text-ink-soft"> · Crew {car.crew}</span>
          )}
        </p>
        <p className="mt-1">
          <Standing car={car} />
        </p>
        <UnsentOfVisit bookingId={car.id} to={adminPaths.unsent} />
        {!isOver &&
          moreFacts(car.more).map(({ label, text }) => (
            <p key={label} className="mt-1 text-sm wrap-anywhere whitespace-pre-line">
              {`${label}: ${text}`}
            </p>
          ))}
        {!isOver && <VisitPhotos photos={car.photos} className="mt-2 max-w-md" />}
        {car.note && !isOver && (
          <p className="mt-2 border-l-2 border-citrine pl-3 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
            {car.note}
          </p>
        )}
      </div>
      {!isOver && car.called_off === null && <CarStep car={car} />}
      <CarActions car={car} isOver={isOver} />
    </article>
  );
}

function Standing({ car }: { car: CarOfDay }) {
  const due =
    car.due_cents > 0 ? (
      <strong className="font-semibold">{formatCents(car.due_cents)} to collect</strong>
    ) : (
      <span className="text-success">Paid</span>
    );
  if (car.no_show_at) return <span className="font-semibold text-danger">No-show</span>;
  if (car.done_at) return <>Done · {due}</>;
  if (car.called_off !== null) {
    return (
      <strong className="font-semibold text-danger">{rainAnswerLabels[car.called_off]}</strong>
    );
  }
  return due;
}

function CarStep({ car }: { car: CarOfDay }) {
  const step = useVisitStep(car);
  return (
    <div className="w-full">
      <VisitStep
        visit={car}
        name={car.customer_name}
        busy={step.isPending ? step.variables.step : null}
        onStep={(taken) => step.mutate(taken)}
      />
    </div>
  );
}

function CarActions({ car, isOver }: { car: CarOfDay; isOver: boolean }) {
  const mark = useVisitMark(car);
  return (
    <ul className="car-card-actions">
      {!isOver && (
        <li className="min-w-0 flex-[1_1_100%]!">
          <a href={mapLink(car)} target="_blank" rel="noreferrer" className="car-action">
            <span className="min-w-0 truncate">{shortAddress(car)}</span>
            <span aria-hidden="true">↗</span>
            <span className="sr-only">on a map, in a new tab</span>
          </a>
        </li>
      )}
      {!isOver && (
        <li>
          <a href={`tel:${car.customer_phone}`} className="car-action">
            Call<span className="sr-only"> {car.customer_name}</span>
          </a>
        </li>
      )}
      {car.due_cents > 0 && !car.no_show_at && (
        <li>
          <Link to={adminPaymentPath(car.id)} className="car-action">
            Record payment<span className="sr-only"> from {car.customer_name}</span>
          </Link>
        </li>
      )}
      <li>
        <Button
          variant={isOver ? 'ghost' : car.work_began_at ? 'primary' : 'secondary'}
          className={isOver ? 'px-0' : 'w-full px-4'}
          busy={mark.isPending}
          onClick={() => mark.mutate(!isOver)}
        >
          {isOver ? 'Undo “Done”' : 'Mark done'}
          <span className="sr-only">: {car.customer_name}’s visit</span>
        </Button>
      </li>
    </ul>
  );
}

type Place = Pick<CarOfDay, 'address' | 'city' | 'province' | 'postal_code'>;

/** "12 King St E, Caledon" */
const shortAddress = ({ address, city }: Place): string => `${address}, ${city}`;

/** Opens the way there in whatever shows maps on the device. */
function mapLink({ address, city, province, postal_code: code }: Place): string {
  const query = `${address}, ${city}, ${province} ${code}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`;
}

import type { ReactNode } from 'react';
import { moreFacts } from '@domain/booking/more-fields.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { formatCents } from '@domain/money/money.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { formatDuration, formatTime } from '@domain/time/time-format.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import type { CarOfDay } from '@contracts/dashboard.ts';
import { useBusiness } from '@/lib/business.ts';
import { textLink } from '@/lib/text-link.ts';
import { toldToCustomer } from '@/lib/told-times.ts';
import { greeting, textAboutDelay } from './ready-texts.ts';
import './visit-card.css';

/** A visit of somebody's day. The add-ons may come without their prices. */
export type VisitToDo = Omit<CarOfDay, 'add_ons'> & {
  add_ons?: readonly { name: string }[] | null | undefined;
};

type VisitCardProps = {
  visit: VisitToDo;
  /** The customer's name, possibly as a link. */
  heading: ReactNode;
  isNext: boolean;
  /** Its time is over: without a mark, the card says so. */
  isUnmarked?: boolean;
  /** How long ago it had to begin; null when it is not late. */
  lateMinutes?: number | null;
  /** What its customer answered to a rain day; null without one. */
  calledOff: string | null;
  /** Below the facts, while the visit is not over. */
  children?: ReactNode;
  /** What this device has not sent yet. */
  unsent?: ReactNode;
  /** The next step, while the visit is not over. */
  step?: ReactNode;
  /** What can be done now, as list items. */
  actions: ReactNode;
};

export const isVisitOver = ({ done_at: done, no_show_at: missed }: VisitToDo): boolean =>
  done !== null || missed !== null;

/** When the time of a visit is over, as an instant. `day` is a local date. */
export const endOfVisit = (
  day: LocalDate,
  { booking_time: time, duration_minutes: minutes }: VisitToDo,
): number => Date.parse(startsAt(day, time)) + minutes * 60_000;

/** One visit: when, whose, which car and where, with what is left to do. */
export function VisitCard(props: VisitCardProps) {
  const { visit, heading, isNext, children, actions } = props;
  const { facts } = useBusiness();
  const isOver = isVisitOver(visit);
  const words = props.lateMinutes
    ? textAboutDelay(visit, facts.name)
    : `${greeting(visit.customer_name, facts.name)} `;
  return (
    <div className="@container">
      <article
        aria-label={`${formatTime(visit.booking_time)}, ${visit.customer_name}`}
        className={`car-card ${isNext ? 'car-card-next' : ''} ${isOver ? 'car-card-over' : ''} ${visit.no_show_at ? 'car-card-missed' : ''}`}
      >
        <div className="car-card-when">
          <p className="text-lg font-semibold whitespace-nowrap font-wide">
            {formatTime(visit.booking_time)}
          </p>
          <p className="text-sm text-ink-soft">
            {formatDuration(visit.duration_minutes)}
            <span className="block">{toldToCustomer(visit.booking_time)}</span>
          </p>
        </div>
        <p className="car-card-standing">
          <Standing
            visit={visit}
            calledOff={props.calledOff}
            isUnmarked={props.isUnmarked}
            lateMinutes={props.lateMinutes}
          />
        </p>
        <div className="car-card-facts">
          <h3 className="heading-3">{heading}</h3>
          <p>
            {soldName(visit.service_name, visit.add_ons)}
            <span className="text-ink-soft"> · {visit.car}</span>
          </p>
          {!isOver && <WayThere visit={visit} />}
          {props.unsent}
          {!isOver &&
            moreFacts(visit.more).map(({ label, text }) => (
              <p key={label} className="mt-1 text-sm wrap-anywhere whitespace-pre-line">
                {`${label}: ${text}`}
              </p>
            ))}
          {!isOver && children}
          {!isOver &&
            [...new Set([visit.note, visit.customer_note])]
              .filter((note) => note)
              .map((note) => (
                <p
                  key={note}
                  className="mt-2 mb-3 border-l-2 border-citrine pl-3 text-[0.9375rem] wrap-anywhere whitespace-pre-line"
                >
                  {note}
                </p>
              ))}
        </div>
        {!isOver && props.step && <div className="car-card-step">{props.step}</div>}
        <ul className="car-card-actions">
          {!isOver && (
            <>
              <li>
                <a href={`tel:${visit.customer_phone}`} className="car-action">
                  Call<span className="sr-only"> {visit.customer_name}</span>
                </a>
              </li>
              <li>
                <a href={textLink(visit.customer_phone, words)} className="car-action">
                  Text<span className="sr-only"> {visit.customer_name}</span>
                </a>
              </li>
            </>
          )}
          {actions}
        </ul>
      </article>
    </div>
  );
}

type StandingProps = Pick<VisitCardProps, 'visit' | 'calledOff' | 'isUnmarked' | 'lateMinutes'>;

function Standing({ visit, calledOff, isUnmarked, lateMinutes }: StandingProps) {
  const due =
    visit.due_cents > 0 ? (
      <strong className="font-semibold">{formatCents(visit.due_cents)} to collect</strong>
    ) : (
      <span className="text-success">Paid</span>
    );
  if (visit.no_show_at) return <span className="font-semibold text-danger">No-show</span>;
  if (visit.done_at) return <>Done · {due}</>;
  if (calledOff !== null) {
    return <strong className="font-semibold text-danger">{calledOff}</strong>;
  }
  const warning = isUnmarked
    ? 'Not marked done'
    : lateMinutes
      ? `${formatDuration(lateMinutes)} late, not started`
      : null;
  return (
    <>
      {due}
      {warning && <strong className="block font-semibold text-danger">{warning}</strong>}
    </>
  );
}

function WayThere({ visit }: { visit: VisitToDo }) {
  return (
    <a href={mapLink(visit)} target="_blank" rel="noreferrer" className="car-card-way">
      <span className="wrap-anywhere">
        <span className="underline decoration-1 underline-offset-[0.25em]">
          {shortAddress(visit)}
        </span>
        <span aria-hidden="true">&nbsp;↗</span>
      </span>
      <span className="sr-only">on a map, in a new tab</span>
    </a>
  );
}

type Place = Pick<VisitToDo, 'address' | 'city' | 'province' | 'postal_code'>;

/** "12 King St E, Caledon" */
const shortAddress = ({ address, city }: Place): string => `${address}, ${city}`;

/** Opens the way there in whatever shows maps on the device. */
function mapLink({ address, city, province, postal_code: code }: Place): string {
  const query = `${address}, ${city}, ${province} ${code}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`;
}

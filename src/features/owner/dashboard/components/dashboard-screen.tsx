import { Link } from 'wouter';
import { formatCents } from '@domain/money/money.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { Section } from '@/components/section.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminMovePath, adminPaths } from '@/config/admin-paths.ts';
import { LegLine } from '@/entities/route/leg-line.tsx';
import { isSameAddress } from '@/entities/route/leg-words.ts';
import { endOfVisit } from '@/entities/visit/visit-card.tsx';
import { useServerAway } from '@/lib/connection.ts';
import { formatDay } from '@/lib/days.ts';
import { textLink } from '@/lib/text-link.ts';
import { useBusiness } from '@/lib/business.ts';
import { textAboutDelay } from '@/entities/visit/ready-texts.ts';
import { arrivalWindow } from '@/lib/told-times.ts';
import { useNow } from '@/lib/use-now.ts';
import { useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import type { Dashboard, CarOfDay } from '@contracts/dashboard.ts';
import type { Leg } from '@contracts/route.ts';
import type { ShownDay } from '../api/dashboard.ts';
import { needLines } from '../need-lines.ts';
import { hasVisits } from '../setup-list.ts';
import { useDashboard } from '../use-dashboard.ts';
import { DelayedMails } from './delayed-mails.tsx';
import { EmptyDay } from './empty-day.tsx';
import { FailedMails } from './failed-mails.tsx';
import { GetReady, useSetupList } from './get-ready.tsx';
import { HeldOutboxNotice } from './held-outbox-notice.tsx';
import { MissingBackup } from './missing-backup.tsx';
import { NeedsList, needsAttentionId } from './needs-list.tsx';
import { OnDevice } from './on-device.tsx';
import { ServiceTroubleNote } from './service-trouble-note.tsx';
import { WeekAhead } from './week-ahead.tsx';
import { CarCard } from './car-card.tsx';

/** The owner's day: today's visits in order, what needs attention, and the week ahead. */
export default function DashboardScreen() {
  const query = useDashboard();
  const { data } = query;
  if (data) return <Day day={data} />;
  return (
    <Page title="Today" heading="Today">
      <NotLoaded
        query={query}
        loading="Loading today’s visits"
        failed="Could not load today’s visits."
      />
    </Page>
  );
}

function Day({ day }: { day: ShownDay }) {
  const isAway = useServerAway();
  const setup = useSetupList();
  // What there is to set up comes first where there is nothing else yet.
  const isNew = !hasVisits(day) && !setup.isHidden;
  const getReady = !day.isKept && !setup.isHidden && (
    <GetReady day={day} opened={setup.opened} onHide={setup.hide} />
  );
  const crews = crewsOf(day.cars);
  const visits = (
    <Section heading="Today’s visits" headingClassName="sr-only">
      {day.cars.length > 0 ? (
        <TodayCars today={day.today} cars={day.cars} route={day.route} crews={crews} />
      ) : (
        <EmptyDay next={day.next} />
      )}
    </Section>
  );
  const troubles = (
    <>
      {isAway && <OnDevice />}
      {isNew && getReady}
      {!day.isKept && <NeedsList day={day} />}
      {day.needs.mail_delay && <DelayedMails delay={day.needs.mail_delay} />}
      {day.needs.troubles.map((trouble) => (
        <ServiceTroubleNote key={trouble.kind} trouble={trouble} />
      ))}
      {day.needs.backup && <MissingBackup trouble={day.needs.backup} />}
      {day.needs.held && <HeldOutboxNotice held={day.needs.held} />}
      <FailedMails mails={day.failed_mails} count={day.needs.mails} />
    </>
  );
  const weekAhead = !day.isKept && <WeekAhead week={day.week} />;
  const lead = `${formatDay(day.today)}. ${inShort(day)}`.trim();
  return (
    <Page title="Today" heading="Today" lead={lead}>
      <Jumps crews={crews} needs={day.isKept ? 0 : needLines(day).length} />
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-14">
        {visits}
        <div className={`grid content-start gap-10 ${isNew ? 'max-lg:order-first' : ''}`}>
          {troubles}
          {weekAhead}
          {!isNew && getReady}
        </div>
      </div>
    </Page>
  );
}

const partOfCrew = (crew: number | null) => `crew-${crew ?? 'none'}`;

/** On a phone, what is further down: the visits of the other crews, and what needs attention. */
function Jumps({ crews, needs }: { crews: ReturnType<typeof crewsOf>; needs: number }) {
  const crewTitle = useCrewTitle(crews.length > 1);
  const parts = [
    ...crews.slice(1).map((crew) => ({
      to: partOfCrew(crew),
      words: crew === null ? 'No crew' : crewTitle(crew),
    })),
    ...(needs > 0 && crews.length > 0
      ? [
          {
            to: needsAttentionId,
            words: needs === 1 ? '1 thing needs you' : `${needs} things need you`,
          },
        ]
      : []),
  ];
  if (parts.length === 0) return null;
  return (
    <nav aria-label="Further down" className="mb-4 flex flex-wrap gap-2 lg:hidden">
      {parts.map(({ to, words }) => (
        <a key={to} href={`#${to}`} className="chip">
          {words} <span aria-hidden="true">↓</span>
        </a>
      ))}
    </nav>
  );
}

/** The crews that work today, by number; null stands last, for visits without one. */
const crewsOf = (cars: readonly CarOfDay[]) =>
  [...new Set(cars.map(({ crew }) => crew))].sort(
    (one, other) => (one ?? Infinity) - (other ?? Infinity),
  );

function inShort({ cars: all }: Dashboard): string {
  if (all.length === 0) return '';
  const cars = all.filter(({ called_off: calledOff }) => calledOff === null);
  const offCount = all.length - cars.length;
  const off = offCount > 0 ? `${visitCount(offCount)} cancelled because of rain` : '';
  if (cars.length === 0) return `No visits left today: ${off}.`;
  const left = cars.filter(({ done_at: done, no_show_at: missed }) => !done && !missed).length;
  const dueCents = cars.reduce((sum, car) => sum + (car.no_show_at ? 0 : car.due_cents), 0);
  const rest = left === 0 ? 'all done' : left === cars.length ? '' : `${left} to go`;
  const due = dueCents > 0 ? `${formatCents(dueCents)} to collect` : 'nothing to collect';
  return `${[visitCount(cars.length), rest, due, off].filter(Boolean).join(', ')}.`;
}

const visitCount = (count: number): string => `${count} ${count === 1 ? 'visit' : 'visits'}`;

const isOver = ({ done_at: done, no_show_at: missed }: CarOfDay) =>
  done !== null || missed !== null;

type CarsProps = {
  today: string;
  cars: readonly CarOfDay[];
  route: Dashboard['route'];
  crews: ReturnType<typeof crewsOf>;
};

// The visits of two crews fit beside each other and beside what needs attention from here on.
const beside = '2xl:grid-cols-[repeat(auto-fit,minmax(26rem,1fr))]';

/** The cars of each crew under its name, where several work today. */
function TodayCars({ today, cars, route, crews }: CarsProps) {
  const hasCrews = crews.length > 1;
  const crewTitle = useCrewTitle(hasCrews);
  const legs = route?.crews.flatMap((van) => van.legs) ?? [];
  return (
    <>
      {legs.length > 0 && (
        <ButtonLink to={adminPaths.route} variant="secondary" className="mb-4">
          Open route
        </ButtonLink>
      )}
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-8 ${hasCrews ? beside : ''}`}>
        {crews.map((crew) => (
          <div
            key={crew}
            id={partOfCrew(crew)}
            className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] content-start gap-3"
          >
            {hasCrews && (
              <h3 className="heading-3">{crew === null ? 'No crew' : crewTitle(crew)}</h3>
            )}
            <CarsOfCrew today={today} cars={cars.filter((car) => car.crew === crew)} legs={legs} />
          </div>
        ))}
      </div>
    </>
  );
}

/**
 * The spare minutes of a leg as the visit before goes: more of them when it was over early, fewer when it was over late
 * or begins late, as its marks and recorded steps tell.
 */
function spareAsItGoes(today: string, { spare_minutes: spare }: Leg, before: CarOfDay | undefined) {
  if (spare === null || !before) return spare;
  const overAt = before.done_at ?? before.no_show_at;
  if (overAt) return spare + Math.round((endOfVisit(today, before) - Date.parse(overAt)) / 60_000);
  const { work_began_at: began, on_my_way_at: left, arriving_in_minutes: minutes } = before;
  const arrival = began ?? (minutes ? left : null);
  if (!arrival) return spare;
  const arrivesAt = Date.parse(arrival) + (began ? 0 : (minutes ?? 0) * 60_000);
  const lateMs = arrivesAt - Date.parse(startsAt(today, before.booking_time));
  return spare - Math.max(0, Math.round(lateMs / 60_000));
}

/** How long ago a visit had to begin without a step that says where the crew is; null when it is not late. */
function lateMinutes(today: string, car: CarOfDay, now: number): number | null {
  if (isOver(car) || car.called_off !== null || (car.on_my_way_at ?? car.work_began_at))
    return null;
  const late = Math.floor((now - Date.parse(startsAt(today, car.booking_time))) / 60_000);
  return late - arrivalWindow() >= patienceMinutes && endOfVisit(today, car) > now ? late : null;
}

const hourMs = 3_600_000;

/** Crews record their steps some minutes late. */
const patienceMinutes = 10;

type CarsOfCrewProps = Pick<CarsProps, 'today' | 'cars'> & { legs: readonly Leg[] };

/**
 * In the order of the day. The next car is the first one left whose time is not over; an earlier one that nobody
 * marked keeps its steps for another hour, since the crew may be late, and for good while no other one follows.
 */
function CarsOfCrew({ today, cars, legs }: CarsOfCrewProps) {
  const now = useNow();
  const { facts } = useBusiness();
  const left = cars.filter((car) => !isOver(car) && car.called_off === null);
  const instantOf = (time: string) => Date.parse(startsAt(today, time));
  const next = left.find((car) => endOfVisit(today, car) > now);
  const [first] = left;
  const lateOne = first && (!next || endOfVisit(today, first) + hourMs > now) ? first : undefined;
  const leavingFor = (car: CarOfDay, { leave_at: at }: Leg) => {
    if (car.on_my_way_at || car.work_began_at || instantOf(car.booking_time) <= now) return 'over';
    return at !== null && instantOf(at) <= now ? 'now' : 'later';
  };
  const legTo = (car: CarOfDay) => {
    const leg = legs.find(({ to }) => to === car.id);
    const before = cars.find(({ id }) => id === leg?.from);
    return leg && !isOver(car)
      ? { ...leg, spare_minutes: spareAsItGoes(today, leg, before) }
      : undefined;
  };
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {cars.map((car) => {
        const leg = legTo(car);
        return (
          <li key={car.id} className="grid gap-3">
            {leg && (
              <LegLine leg={leg} isSame={isSameAddress(leg, cars)} leaving={leavingFor(car, leg)}>
                <a
                  href={textLink(car.customer_phone, textAboutDelay(car, facts.name))}
                  className="text-link"
                >
                  Text about the delay<span className="sr-only"> to {car.customer_name}</span>
                </a>
                <Link to={adminMovePath(car.id)} className="text-link">
                  Move<span className="sr-only"> {car.customer_name}’s visit</span>
                </Link>
              </LegLine>
            )}
            <CarCard
              car={car}
              isNext={car === next}
              isUnmarked={endOfVisit(today, car) <= now}
              lateMinutes={lateMinutes(today, car, now)}
              hasSteps={car === next || car === lateOne}
              isOver={isOver(car)}
            />
          </li>
        );
      })}
    </ol>
  );
}

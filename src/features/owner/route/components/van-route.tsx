import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { soldName } from '@domain/booking/add-ons.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { Section } from '@/components/section.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { LegLine } from '@/entities/route/leg-line.tsx';
import {
  distanceInWords,
  driveTime,
  isSameAddress,
  legAsItGoes,
} from '@/entities/route/leg-words.ts';
import { navigationLink } from '@/entities/route/navigation-link.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { useCrewTitle } from '@/entities/crew/use-crew-title.ts';
import type { Stop, Van } from '@contracts/route.ts';
import { RouteMap } from './route-map.tsx';

type VanRouteProps = { van: Van; hasOthers: boolean };

/** The day of one van: the map, the stops with the ways between them, and the way into the phone's navigation. */
export function VanRoute({ van, hasOthers: isOneOfSeveral }: VanRouteProps) {
  const rules = useQuery(openingRulesQuery).data;
  // The other crews may be without visits that day.
  const hasOthers = isOneOfSeveral || (rules?.crews ?? 1) > 1;
  const { base, stops, legs, minutes, kilometres } = van;
  const crewTitle = useCrewTitle(hasOthers);
  const ahead = stops.filter(({ is_over: isOver }) => !isOver);
  const navigation = navigationLink(ahead, base?.postal_code ?? null);
  const lastLeg = legs.find(({ to }) => to === null);
  return (
    <Section
      heading={hasOthers ? crewTitle(van.crew) : 'Stops'}
      headingClassName="heading-2"
      className="grid gap-6"
    >
      <p>
        {`${stops.length} ${stops.length === 1 ? 'visit' : 'visits'}, ${driveTime(minutes)} of driving, ${distanceInWords(legs, kilometres)}.`}
      </p>
      {navigation && (
        <a
          href={navigation}
          target="_blank"
          rel="noreferrer"
          className={`${buttonStyle()} justify-self-start`}
        >
          Start navigation
          <span className="sr-only"> by all stops, in a new tab</span>
        </a>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <ol className="grid gap-3">
          {stops.map((stop, index) => (
            <li key={stop.id} className="grid gap-3">
              <LegTo van={van} id={stop.id} />
              <StopLine stop={stop} number={index + 1} />
            </li>
          ))}
          {lastLeg && (
            <li>
              <LegLine leg={legAsItGoes(lastLeg, stops)} to="Back to the base" />
            </li>
          )}
        </ol>
        <RouteMap van={van} base={base} />
      </div>
    </Section>
  );
}

function LegTo({ van: { legs, stops }, id }: { van: Van; id: string }) {
  const leg = legs.find(({ to }) => to === id);
  const isOver = stops.find((stop) => stop.id === id)?.is_over;
  return leg ? (
    <LegLine
      leg={legAsItGoes(leg, stops)}
      isSame={isSameAddress(leg, stops)}
      leaving={isOver ? 'over' : 'later'}
    />
  ) : null;
}

const StopLine = ({ stop, number }: { stop: Stop; number: number }) => (
  <div className={`flex gap-4 ${stop.is_over ? 'text-ink-soft' : ''}`}>
    <span
      aria-hidden="true"
      className="mt-1 grid size-8 shrink-0 place-items-center rounded-full bg-lacquer font-semibold text-ivory"
    >
      {number}
    </span>
    <p className="min-w-0 wrap-anywhere">
      <Link
        to={adminBookingPath(stop.id)}
        className="-my-2 inline-block min-h-11 py-2 font-semibold underline decoration-1 underline-offset-[0.25em] hover:decoration-2"
      >
        {formatTime(stop.booking_time)}, {stop.customer_name}
      </Link>
      <span className="block">
        {soldName(stop.service_name, stop.add_ons)}
        {stop.is_over && (stop.is_no_show ? ' · No-show' : ' · Done')}
      </span>
      <span className="block text-ink-soft">
        {stop.address}, {stop.city}
      </span>
    </p>
  </div>
);

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { addDays, type LocalDate } from '@domain/time/schedule.ts';
import type { CrewVisit as Visit } from '@contracts/crews.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { carWithUnsent } from '@/entities/on-device/with-unsent.ts';
import { isVisitOver } from '@/entities/visit/visit-card.tsx';
import { useServerAway } from '@/lib/connection.ts';
import { formatDay } from '@/lib/days.ts';
import { useLive } from '@/lib/live.ts';
import { canKeep } from '@/lib/on-device/kept-visits-store.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import {
  crewDaysKey,
  crewDaysQuery,
  keepCrewVisitsQuery,
  type ShownDays,
} from '../api/crew-days.ts';
import { CrewVisit } from './crew-visit.tsx';

/** The day of a crew, for its members: their visits, and nothing else of the business. */
export default function CrewScreen() {
  const query = useQuery(crewDaysQuery);
  const isAway = useServerAway();
  useQuery({ ...keepCrewVisitsQuery, enabled: canKeep() && Boolean(query.data) && !isAway });
  const client = useQueryClient();
  useLive(['bookings', 'payments', 'crews', 'times'], () => {
    void client.invalidateQueries({ queryKey: crewDaysKey });
  });
  if (query.data) return <Days days={query.data} />;
  if (query.data === null) return <NoCrew />;
  return (
    <Page title="Crew" heading="Your visits">
      <NotLoaded query={query} loading="Loading your visits" failed="Could not load your visits." />
    </Page>
  );
}

function Days({ days }: { days: ShownDays }) {
  const { crew, today, visits: stored, isKept = false } = days;
  const shared = { today, isKept };
  const unsent = useUnsent();
  const isAway = useServerAway();
  const visits = stored.map((visit) => carWithUnsent(visit, unsent));
  const on = (day: LocalDate) => visits.filter((one) => one.day === day);
  const ahead = [...new Set(visits.map(({ day }) => day))].filter((day) => day > today);
  const yesterday = addDays(today, -1);
  return (
    <Page title="Crew" heading={crew.title} lead={`${formatDay(today)}. ${inShort(on(today))}`}>
      <div className="grid max-w-3xl gap-12">
        {isAway && (
          <p className="text-ink-soft">
            You’re offline. This device keeps the visits of today and tomorrow, and sends what you
            do there when you’re back online.
          </p>
        )}
        <Section heading="Today">
          <DayList {...shared} visits={on(today)} empty="No visits today." />
        </Section>
        {ahead.map((day) => (
          <Section key={day} heading={formatDay(day)}>
            <DayList {...shared} visits={on(day)} />
          </Section>
        ))}
        {on(yesterday).length > 0 && (
          <Section heading="Yesterday">
            <DayList {...shared} visits={on(yesterday)} />
          </Section>
        )}
      </div>
    </Page>
  );
}

type DayListProps = {
  visits: readonly Visit[];
  today: LocalDate;
  isKept: boolean;
  empty?: string;
};

function DayList({ visits, today, isKept, empty }: DayListProps) {
  if (visits.length === 0) return <p className="mt-3 text-ink-soft">{empty}</p>;
  const next = visits.find(
    (one) => one.day === today && !isVisitOver(one) && one.called_off === null,
  );
  return (
    <ol className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      {visits.map((visit) => (
        <li key={visit.id}>
          <CrewVisit {...{ visit, today, isKept }} isNext={visit === next} />
        </li>
      ))}
    </ol>
  );
}

function inShort(visits: readonly Visit[]): string {
  const left = visits.filter((one) => !isVisitOver(one) && one.called_off === null).length;
  if (visits.length === 0) return 'No visits today.';
  if (left === 0) return 'All done.';
  return `${left} ${left === 1 ? 'visit' : 'visits'} to go.`;
}

function NoCrew() {
  return (
    <Page
      title="Crew"
      heading="No crew"
      width="narrow"
      lead="This page is for members of a crew. Ask the owner to add you with the email address of your account."
    >
      <p>
        The business may also require a second factor. You can set one up in{' '}
        <Link to={`${paths.account}#second-factor`} className="text-link">
          your account
        </Link>
        .
      </p>
    </Page>
  );
}

import type { WaitingPerson } from '@contracts/waiting-list.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { localToday } from '@domain/time/schedule.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { formatDay } from '@/lib/days.ts';
import { useLive } from '@/lib/live.ts';
import { useNow } from '@/lib/use-now.ts';
import { waitingPeopleKey, waitingPeopleQuery } from '../api/waiting-people.ts';
import { WaitingRow } from './waiting-row.tsx';

/** The waiting list by day, with its offers and answers. */
export default function WaitingListScreen() {
  return (
    <Page
      title="Waiting list"
      heading="Waiting list"
      lead="We offer each time that becomes available to the first matching customer, and hold it for 30 minutes. After that, we offer it to the next customer."
    >
      <People />
    </Page>
  );
}

function People() {
  const client = useQueryClient();
  const query = useQuery(waitingPeopleQuery(localToday(useNow())));
  const { data } = query;
  useLive(
    ['offers', 'bookings', 'times'],
    () => void client.invalidateQueries({ queryKey: waitingPeopleKey }),
  );
  if (!data)
    return (
      <NotLoaded
        query={query}
        loading="Loading the waiting list"
        failed="Could not load the waiting list."
        rows={4}
      />
    );
  if (data.length === 0) {
    return (
      <p className="max-w-3xl border-y border-hairline py-8 text-ink-soft">
        Nobody is waiting. When a day is fully booked, customers can join the list under the
        calendar.
      </p>
    );
  }
  return (
    <div id="waiting-people" tabIndex={-1} className="grid max-w-3xl gap-12 focus-quiet">
      {byDay(data).map(([day, people]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h2 className="border-b-2 border-ink pb-3 heading-3">{formatDay(day)}</h2>
          <ol>
            {people.map((person, index) => (
              <WaitingRow key={person.id} person={person} place={index + 1} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function byDay(people: WaitingPerson[]): [day: string, people: WaitingPerson[]][] {
  const days = new Map<string, WaitingPerson[]>();
  for (const person of people) days.set(person.day, [...(days.get(person.day) ?? []), person]);
  return [...days];
}

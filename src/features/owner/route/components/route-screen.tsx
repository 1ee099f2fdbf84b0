import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { addDays, isLocalDate, localToday } from '@domain/time/local-day.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import { useLive } from '@/lib/live.ts';
import { useNow } from '@/lib/use-now.ts';
import { routeQuery } from '../api/get-route.ts';
import { SwapList } from './swap-list.tsx';
import { VanRoute } from './van-route.tsx';

/** The route of a day: where each van drives in which order, when it leaves, and where it gets tight. */
export default function RouteScreen() {
  const [address, setAddress] = useSearchParams();
  const today = localToday(useNow());
  const asked = address.get('day') ?? '';
  const day = isLocalDate(asked) ? asked : today;
  const show = (shown: LocalDate) => setAddress(shown === today ? {} : { day: shown });
  return (
    <Page title="Route" heading="Route" lead={`${formatDay(day)}${day === today ? ', today' : ''}`}>
      <div className="flex flex-wrap items-end gap-3">
        <Button variant="secondary" onClick={() => show(addDays(day, -1))}>
          Previous day
        </Button>
        <Button variant="secondary" onClick={() => show(addDays(day, 1))}>
          Next day
        </Button>
        <TextField
          label="Day"
          type="date"
          value={day}
          onChange={({ target }) => isLocalDate(target.value) && show(target.value)}
        />
      </div>
      <RouteOfDay day={day} />
    </Page>
  );
}

function RouteOfDay({ day }: { day: LocalDate }) {
  const query = useQuery(routeQuery(day));
  useLive(['bookings', 'times'], () => void query.refetch());
  if (query.data === undefined) {
    return (
      <NotLoaded
        query={query}
        loading="Loading the route"
        failed="Could not load the route."
        className="mt-10"
        rows={4}
      />
    );
  }
  if (query.data === null) {
    return (
      <Notice className="mt-10" title="Travel is switched off">
        <Link
          to={adminPaths.travel}
          className="inline-block min-h-11 py-2 underline underline-offset-4"
        >
          Switch travel on
        </Link>{' '}
        to see driving times, and to offer only times that a van can reach.
      </Notice>
    );
  }
  const { crews } = query.data;
  if (crews.length === 0) {
    return (
      <p className="mt-10 text-lg text-ink-soft">
        No visits on this day, so there is nowhere to drive.
      </p>
    );
  }
  return (
    <div className="mt-10 grid gap-14">
      {crews.some(({ base }) => !base) && (
        <Notice title="No base">
          The first and the last drive of the day are missing. Enter the base’s postal code in the
          travel settings.
        </Notice>
      )}
      {query.data.swaps && <SwapList route={query.data} swaps={query.data.swaps} />}
      {crews.map((van) => (
        <VanRoute key={van.crew} van={van} hasOthers={crews.length > 1} />
      ))}
    </div>
  );
}

import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { driveTime } from '@/entities/route/leg-words.ts';
import { formatDay } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useLive } from '@/lib/live.ts';
import { formatLongMoment } from '@/lib/moments.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useNow } from '@/lib/use-now.ts';
import type { Route, Stop, Swaps } from '@contracts/route.ts';
import { addDays, isLocalDate, localToday } from '@domain/time/local-day.ts';
import { formatTime } from '@domain/time/time-format.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { routeQuery, proposeSwap, routeKey, withdrawSwap, type Pair } from '../api/get-route.ts';
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

/** The swap that saves most driving, and those whose customers have been asked. */
function SwapList({ route, swaps }: { route: Route; swaps: Swaps }) {
  const { ask, withdraw } = useSwaps();
  const { best, asked } = swaps;
  const stops = route.crews.flatMap((van) => van.stops);
  const [first, second] = [best?.first, best?.second].map((id) =>
    stops.find((stop) => stop.id === id),
  );
  if (asked.length === 0 && !(best && first && second)) return null;
  return (
    <Section heading="Swaps" headingClassName="heading-2" className="grid gap-4">
      {best && first && second && (
        <Notice
          title={`Swapping two visits saves ${driveTime(best.saved_minutes)} of driving`}
          className="max-w-3xl"
        >
          <p>
            {`${inWords(first, second)} ${inWords(second, first)} We email both. Times change only if both agree.`}
          </p>
          <Button
            className="mt-4"
            busy={ask.isPending}
            onClick={() => ask.mutate({ first: first.id, second: second.id })}
          >
            Ask both customers
          </Button>
        </Notice>
      )}
      {asked.map((swap) => (
        <div key={swap.id} className="max-w-3xl border-l-4 border-line-strong px-5 py-2">
          <p className="font-semibold">{`Asked to swap, to save ${driveTime(swap.saved_minutes)}`}</p>
          <ul className="mt-1">
            {swap.visits.map((visit) => (
              <li key={visit.id}>
                {`${visit.customer_name}, ${formatTime(visit.old_time)} to ${formatTime(visit.new_time)}: `}
                <strong className={visit.has_agreed ? 'text-success' : ''}>
                  {visit.has_agreed ? 'agreed' : 'no answer yet'}
                </strong>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-ink-soft">Until {formatLongMoment(swap.expires_at)}</p>
          <Button
            variant="secondary"
            className="mt-3"
            busy={withdraw.isPending && withdraw.variables === swap.id}
            onClick={() => withdraw.mutate(swap.id)}
          >
            Withdraw question
          </Button>
        </div>
      ))}
    </Section>
  );
}

const inWords = (stop: Stop, other: Stop): string =>
  `${stop.customer_name} from ${formatTime(stop.booking_time)} to ${formatTime(other.booking_time)}.`;

/** Asking both customers of a swap, and withdrawing the question. */
function useSwaps() {
  const client = useQueryClient();
  const options = {
    onError: (error: Error) => toastFailure('Nothing changed', failureSentence(error)),
    onSettled: () => client.invalidateQueries({ queryKey: routeKey }),
  };
  const ask = useMutation({
    mutationFn: (pair: Pair) => proposeSwap(pair),
    onSuccess: () =>
      toast({ title: 'Emails queued', description: 'Both customers are asked by email.' }),
    ...options,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => withdrawSwap(id),
    onSuccess: () =>
      toast({ title: 'Withdrawn', description: 'Both appointments stand as they are.' }),
    ...options,
  });
  return { ask, withdraw };
}

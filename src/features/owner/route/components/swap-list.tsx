import { formatTime } from '@domain/time/time-format.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { driveTime } from '@/entities/route/leg-words.ts';
import { formatLongMoment } from '@/lib/moments.ts';
import type { Route, Stop, Swaps } from '@contracts/route.ts';
import { useSwaps } from '../use-swaps.ts';

/** The swap that saves most driving, and those whose customers have been asked. */
export function SwapList({ route, swaps }: { route: Route; swaps: Swaps }) {
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

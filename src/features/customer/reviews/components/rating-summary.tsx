import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { reviewedServices, summarizeRatings, type ReviewCount } from '@domain/contact/rating.ts';
import { Stars } from '@/components/ui/stars.tsx';
import { paths } from '@/config/paths.ts';
import { reviewCountsQuery } from '@/entities/review/get-review-counts.ts';

/** The average and its distribution, and the choice of a service. Left out until there are reviews. */
export function RatingSummary({ service }: { service: string | null }) {
  const { data: counts = [] } = useQuery(reviewCountsQuery);
  const { count, average, byStars } = summarizeRatings(counts, service);
  return (
    <>
      {average !== null && (
        <section
          aria-label="Rating"
          className="mb-8 grid items-center gap-x-12 gap-y-6 border-y border-hairline py-7 sm:grid-cols-[auto_minmax(0,26rem)]"
        >
          <div>
            <p className="text-6xl leading-none font-semibold tracking-tighter font-wide tabular-nums">
              {average.toFixed(1)}
              <span className="sr-only"> out of 5 stars</span>
            </p>
            <div aria-hidden="true" className="relative mt-3 w-max">
              <Stars rating={0} className="h-5" />
              <div
                className="absolute inset-y-0 left-0 overflow-hidden"
                style={{ width: `${widthOfStars(average)}%` }}
              >
                <Stars rating={5} className="h-5 max-w-none" />
              </div>
            </div>
            <p className="mt-2 text-ink-soft">
              {count} {count === 1 ? 'review' : 'reviews'}
            </p>
          </div>
          <ul aria-label="Reviews by stars" className="grid gap-1.5">
            {byStars.map((row) => (
              <Row key={row.stars} {...row} />
            ))}
          </ul>
        </section>
      )}
      <ServiceChoice counts={counts} chosen={service} />
    </>
  );
}

function Row({ stars, count, share }: { stars: number; count: number; share: number }) {
  return (
    <li className="grid grid-cols-[4rem_1fr_3rem] items-center gap-3 text-sm tabular-nums">
      <span>
        {stars} {stars === 1 ? 'star' : 'stars'}
      </span>
      <span aria-hidden="true" className="rating-bar">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-right text-ink-soft">
        {count}
        <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
      </span>
    </li>
  );
}

type ServiceChoiceProps = { counts: readonly ReviewCount[]; chosen: string | null };

function ServiceChoice({ counts, chosen }: ServiceChoiceProps) {
  const services = reviewedServices(counts);
  if (services.length === 0 && chosen === null) return null;
  const all = summarizeRatings(counts, null).count;
  return (
    <nav aria-label="Reviews by service" className="mb-8">
      <ul className="flex flex-wrap gap-2">
        {[{ name: null, count: all }, ...services].map(({ name, count }) => (
          <li key={name}>
            <Link
              to={name === null ? paths.reviews : `${paths.reviews}?${inAddress(name)}`}
              aria-current={name === chosen ? 'true' : undefined}
              className="chip inline-flex items-center"
            >
              {name ?? 'All services'} ({count})
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const inAddress = (service: string) => new URLSearchParams({ service }).toString();

/** How much of the five stars is drawn, in percent of their width: a star is 20 of 112 wide, the next one begins at 23. */
const widthOfStars = (average: number): number =>
  ((Math.floor(average) * 23 + (average % 1) * 20) / 112) * 100;

import { Link } from 'wouter';
import { phoneHref } from '@domain/business/facts.ts';
import { priceFor, visibleServices, type VehicleType } from '@domain/booking/catalogue.ts';
import { formatShortCents } from '@domain/money/money.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { starPath } from '@/components/ui/stars.tsx';
import { paths } from '@/config/paths.ts';
import { useRating } from '@/entities/review/rating.ts';
import { useBusiness } from '@/lib/business.ts';

/** What visitors decide by, in sight before they scroll: the lowest price, the phone and the rating. */
export function HeroActions({ vehicleType }: { vehicleType: VehicleType }) {
  const business = useBusiness();
  const { facts } = business;
  const lowest = Math.min(
    ...visibleServices(business).map((service) => priceFor(service, vehicleType)),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
      <a href="#packages" className={buttonStyle()}>
        Book from {formatShortCents(lowest)}
      </a>
      <a href={phoneHref(facts)} className="contact-link font-semibold tabular-nums">
        {facts.phone}
      </a>
      <RatingLink />
    </div>
  );
}

function RatingLink() {
  const rating = useRating();
  if (!rating?.average) return null;
  const { average, count } = rating;
  return (
    <Link to={paths.reviews} className="footer-link gap-2">
      <svg viewBox="0 0 20 20" className="size-5 flex-none fill-citrine" aria-hidden="true">
        <path d={starPath} />
      </svg>
      <span>
        <strong className="font-semibold tabular-nums">{average.toFixed(1)}</strong>{' '}
        <span className="sr-only">out of 5 stars</span>{' '}
        <span className="text-mist">
          from {count} {count === 1 ? 'review' : 'reviews'}
        </span>
      </span>
    </Link>
  );
}

import { memo, type RefObject } from 'react';
import { Link } from 'wouter';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { starPath } from '@/components/ui/stars.tsx';
import { drawingOf, drawings } from '@/components/vehicle-drawings.ts';
import { paths } from '@/config/paths.ts';
import { useRating } from '@/entities/review/rating.ts';
import { useBusiness } from '@/lib/business.ts';
import { type VehicleType, priceFor, visibleServices } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { formatShortCents } from '@domain/money/money.ts';
import { depositInCents, hoursOf } from '@domain/money/policy.ts';
import { VehicleToggle } from './vehicle-toggle.tsx';

type HeroProps = {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The chosen vehicle, and the one that is drawn. */
  chosen: VehicleType;
  shown: VehicleType;
  onVehicleChange: (vehicleType: VehicleType) => void;
};

/** The studio: one line of light, one car, the choice of which, and the ways to a booking. */
export function Hero({ headingRef, chosen, shown, onVehicleChange }: HeroProps) {
  const { facts } = useBusiness();
  return (
    <section className="on-lacquer hero @container">
      <div className="relative mx-auto max-w-7xl px-5 pt-10 sm:px-8 md:pt-14">
        <h1
          ref={headingRef}
          tabIndex={-1}
          className="text-display font-semibold tracking-[-0.045em] font-wide focus-quiet"
        >
          <span className="block">Showroom finish.</span>{' '}
          <span className="block text-citrine">Your driveway.</span>
        </h1>
        <div className="mt-7 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <HeroActions vehicleType={shown} />
          <VehicleToggle value={chosen} onChange={onVehicleChange} />
        </div>
      </div>
      <VehicleDrawing type={shown} />
      <p className="mx-auto max-w-7xl px-5 pb-12 text-lg text-mist sm:px-8 md:pb-14">
        <span className="block max-w-2xl">
          {facts.description} Based in {facts.location}. Service area: {facts.serviceArea}.
        </span>
      </p>
      <TrustStrip />
    </section>
  );
}

/** The chosen vehicle on a wet studio floor. The other one waits beside it, so that the toggle never waits. */
const VehicleDrawing = memo(function VehicleDrawing({ type }: { type: VehicleType }) {
  const drawn = drawingOf(type).name;
  return (
    <div className="hero-stage">
      {drawings.map(({ name, address }) => (
        <div key={name} className={`vehicle ${name === drawn ? '' : 'vehicle-away'}`}>
          <img
            src={address}
            alt=""
            // As the mask of its sweep is requested, so that both are one request.
            crossOrigin="anonymous"
            width={1020}
            height={450}
            fetchPriority={name === drawn ? 'high' : 'low'}
          />
          <span className={`vehicle-sweep vehicle-sweep-${name}`} />
        </div>
      ))}
    </div>
  );
});

/** What visitors decide by, in sight before they scroll: the lowest price, the phone and the rating. */
function HeroActions({ vehicleType }: { vehicleType: VehicleType }) {
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

const promisesOf = (business: Business) => [
  {
    title: `Cancel free ${untilWhen(business)}`,
    text: `${depositOf(business)} holds your time. ${afterwards(business)}`,
  },
  {
    title: 'We come to you',
    text: `At home or at work. Service area: ${business.facts.serviceArea}.`,
  },
  {
    title: 'Booked in two minutes',
    text: 'Real times, held for you while you pay. No account needed.',
  },
];

const depositOf = (business: Business) =>
  business.deposit.kind === 'amount'
    ? depositInCents(business)
    : `A ${depositInCents(business)} deposit`;

const untilWhen = (business: Business) =>
  business.freeCancellationHours === 0
    ? 'until your appointment'
    : `up to ${hoursOf(business)} before`;

const afterwards = (business: Business) =>
  business.freeCancellationHours === 0
    ? 'Cancel before that, and you get it back.'
    : 'Cancel later, and we keep it.';

function TrustStrip() {
  const promises = promisesOf(useBusiness());
  return (
    <div className="border-t border-white/15">
      <ul className="mx-auto grid max-w-7xl px-5 sm:px-8 md:grid-cols-3">
        {promises.map(({ title, text }) => (
          <li
            key={title}
            className="border-white/15 py-6 max-md:not-first:border-t md:px-8 md:py-8 md:not-first:border-l md:first:pl-0"
          >
            <p className="font-semibold font-wide">{title}</p>
            <p className="mt-1.5 text-mist">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

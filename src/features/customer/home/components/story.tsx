import type { ReactNode } from 'react';
import { InstalmentLogos } from '@/components/instalment-logos.tsx';
import { useBusiness } from '@/lib/business.ts';
import type { Business } from '@domain/business/business.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { depositInCents } from '@domain/money/policy.ts';
import water from '../drawings/water.svg?no-inline';

/** What follows the packages. It comes right after them, so that choosing one never waits for it. */
export default function Story() {
  return (
    <>
      <Benefits />
      <HowItWorks />
      <PayLater />
      <ContactCard />
    </>
  );
}

function PayLater() {
  if (fixedTerms.instalmentProviders.length === 0) return null;
  return (
    <section aria-labelledby="pay-later-heading" className="on-lacquer pay-later">
      <div className="mx-auto grid max-w-7xl gap-8 px-5 py-20 sm:px-8 md:py-28 lg:grid-cols-2 lg:items-end lg:gap-20">
        <h2 id="pay-later-heading" className="heading-1">
          Shine now. <span className="text-citrine">Pay later.</span>
        </h2>
        <div>
          <p className="text-lg text-mist">
            Spread the price over instalments with a buy-now-pay-later provider. Choose one at
            checkout; it decides whether it’s available to you.
          </p>
          <InstalmentLogos className="mt-8" />
        </div>
      </div>
    </section>
  );
}

const stepsOf = (business: Business) => [
  {
    title: 'Pick a package and a time',
    text: 'Choose your vehicle, a package and an available time.',
  },
  {
    title: 'Hold it with a deposit',
    text: `Pay ${depositInCents(business)} now and the rest on the day, or everything online.`,
  },
  {
    title: 'Hand us the keys',
    text: 'We work where your car is parked. You get on with your day and come back to a clean car.',
  },
];

function HowItWorks() {
  const steps = stepsOf(useBusiness());
  return (
    <section aria-labelledby="steps-heading" className="border-t border-hairline">
      <div className="mx-auto max-w-7xl px-5 py-20 sm:px-8 md:py-28">
        <h2 id="steps-heading" className="heading-2">
          How it works
        </h2>
        <ol className="mt-12 grid gap-10 md:grid-cols-3 md:gap-12">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <span
                aria-hidden="true"
                className="block text-6xl leading-none font-semibold tracking-tighter text-lacquer font-wide tabular-nums"
              >
                {index + 1}
              </span>
              <h3 className="mt-5 heading-3">{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const benefits = [
  {
    title: 'Preserve your investment',
    text: 'Salt, sap and sun reduce your car’s value a little every day. Clean, sealed paint protects it.',
  },
  {
    title: 'A healthier ride',
    text: 'Dust and allergens collect in seats and vents. Deep cleaning clears the air you and your family breathe.',
  },
  {
    title: 'Driving pride',
    text: 'You park, walk away and look back at your car. That’s the feeling we work for.',
  },
];

function Benefits() {
  return (
    <section aria-labelledby="benefits-heading" className="pt-24 pb-24 md:pt-36 md:pb-32">
      <div className="mx-auto grid max-w-7xl gap-12 px-5 sm:px-8 lg:grid-cols-2 lg:items-stretch lg:gap-20">
        <img
          src={water}
          alt=""
          width={600}
          height={680}
          loading="lazy"
          className="block aspect-square size-full max-h-176 object-cover"
        />
        <div>
          <h2 id="benefits-heading" className="heading-1">
            More Than Just a Shine
          </h2>
          <ul className="mt-10 border-t border-hairline">
            {benefits.map(({ title, text }) => (
              <li key={title} className="border-b border-hairline py-7">
                <h3 className="heading-3">{title}</h3>
                <p className="mt-2 max-w-prose text-ink-soft">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** Where to find us, laid out like the card we would leave on the dashboard. */
function ContactCard() {
  const { facts } = useBusiness();
  return (
    <section
      aria-labelledby="contact-heading"
      className="mx-auto max-w-7xl px-5 py-20 sm:px-8 md:py-32"
    >
      <div className="grid gap-10 border border-hairline bg-ivory p-6 sm:p-10 lg:grid-cols-[1fr_1.4fr] lg:gap-20 lg:p-16">
        <div>
          <h2 id="contact-heading" className="heading-2">
            Talk to our detailers
          </h2>
          <p className="mt-4 text-ink-soft">
            Questions about a stain, a fleet or a gift? Call or email us.
          </p>
        </div>
        <address className="not-italic">
          <dl className="grid gap-x-10 sm:grid-cols-2">
            <Entry label="Location">
              {facts.location}
              <span className="block text-ink-soft">Service area: {facts.serviceArea}</span>
            </Entry>
            <Entry label="Phone">
              <a href={phoneHref(facts)} className="contact-link tabular-nums">
                {facts.phone}
              </a>
            </Entry>
            <Entry label="Bookings">
              <a href={`mailto:${facts.bookingEmail}`} className="contact-link">
                {facts.bookingEmail}
              </a>
            </Entry>
            <Entry label="Everything else">
              <a href={`mailto:${facts.infoEmail}`} className="contact-link">
                {facts.infoEmail}
              </a>
            </Entry>
          </dl>
        </address>
      </div>
    </section>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-t border-hairline py-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 text-lg font-semibold">{children}</dd>
    </div>
  );
}

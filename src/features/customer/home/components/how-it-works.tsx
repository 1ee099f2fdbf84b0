import type { Business } from '@domain/business/business.ts';
import { depositInCents } from '@domain/money/policy.ts';
import { useBusiness } from '@/lib/business.ts';

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

export function HowItWorks() {
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

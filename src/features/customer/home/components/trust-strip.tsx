import type { Business } from '@domain/business/business.ts';
import { depositInCents, hoursOf } from '@domain/money/policy.ts';
import { useBusiness } from '@/lib/business.ts';

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

export function TrustStrip() {
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

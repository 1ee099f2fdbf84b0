import { business } from '@domain/business.ts';
import { formatCents } from '@domain/money/money.ts';

const promises = [
  {
    title: 'A deposit you get back',
    text: `${formatCents(business.depositCents)} holds your time, fully refundable up to ${business.freeCancellationHours} hours before.`,
  },
  {
    title: 'We come to you',
    text: `At home or at work in the ${business.serviceArea}.`,
  },
  {
    title: 'Booked in two minutes',
    text: 'Real times, held for you while you pay. No account needed.',
  },
];

export function TrustStrip() {
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

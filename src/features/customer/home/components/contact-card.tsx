import type { ReactNode } from 'react';
import { phoneHref } from '@domain/business/facts.ts';
import { useBusiness } from '@/lib/business.ts';

/** Where to find us, laid out like the card we would leave on the dashboard. */
export function ContactCard() {
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

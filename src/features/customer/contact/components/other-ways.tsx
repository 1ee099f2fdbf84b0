import type { ReactNode } from 'react';
import { phoneHref } from '@domain/business/facts.ts';
import { useBusiness } from '@/lib/business.ts';

/** For those who would rather speak, or write from their own mailbox. */
export function OtherWays() {
  const { facts } = useBusiness();
  return (
    <aside
      aria-labelledby="other-ways-heading"
      className="border [border-top-width:3px] border-hairline border-t-citrine bg-ivory p-6 sm:p-10"
    >
      <h2 id="other-ways-heading" className="heading-3">
        Phone and email
      </h2>
      <p className="mt-3 text-ink-soft">
        You’ll reach our detailers directly. If we’re busy with a car, please leave a message.
      </p>
      <address className="mt-8 not-italic">
        <dl>
          <Way label="Phone">
            <a href={phoneHref(facts)} className="contact-link tabular-nums">
              {facts.phone}
            </a>
          </Way>
          <Way label="Bookings">
            <a href={`mailto:${facts.bookingEmail}`} className="contact-link">
              {facts.bookingEmail}
            </a>
          </Way>
          <Way label="Everything else">
            <a href={`mailto:${facts.infoEmail}`} className="contact-link">
              {facts.infoEmail}
            </a>
          </Way>
          <Way label="Service area">
            <span className="block py-2.5">
              {facts.location}
              <span className="block text-base font-normal text-ink-soft">
                Service area: {facts.serviceArea}
              </span>
            </span>
          </Way>
        </dl>
      </address>
    </aside>
  );
}

function Way({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-t border-hairline pt-4 pb-2">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}

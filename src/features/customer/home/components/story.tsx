import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { InstalmentLogos } from '@/components/instalment-logos.tsx';
import { Benefits } from './benefits.tsx';
import { ContactCard } from './contact-card.tsx';
import { HowItWorks } from './how-it-works.tsx';

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

import { Benefits } from './benefits.tsx';
import { ContactCard } from './contact-card.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PayLater } from './pay-later.tsx';

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

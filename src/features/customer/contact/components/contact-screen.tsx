import { Page } from '@/components/ui/page.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { ContactForm } from './contact-form.tsx';
import { OtherWays } from './other-ways.tsx';

export function ContactScreen() {
  return (
    <Page
      title={pageTitles.contact}
      heading="Contact"
      lead="Ask about a stain, a fleet, a gift or your booking. We’ll get back to you shortly."
    >
      <div className="grid items-start gap-14 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:gap-20">
        <ContactForm />
        <OtherWays />
      </div>
    </Page>
  );
}

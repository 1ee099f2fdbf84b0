import { Page } from '@/components/ui/page.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { ContactForm } from './contact-form.tsx';
import { OtherWays } from './other-ways.tsx';

export function ContactScreen() {
  return (
    <Page
      title={pageTitles.contact}
      heading="Ask us anything."
      lead="A stain we should know about, a fleet, a gift, a change of plans: write, and we get back to you shortly."
    >
      <div className="grid items-start gap-14 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:gap-20">
        <ContactForm />
        <OtherWays />
      </div>
    </Page>
  );
}

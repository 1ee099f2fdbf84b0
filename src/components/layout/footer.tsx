import { useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '@/config/paths.ts';
import { subscribeToSession } from '@/lib/session.ts';
import { Logo } from './logo.tsx';
import { phoneHref } from '@domain/business/facts.ts';
import { useBusiness } from '@/lib/business.ts';

export function Footer() {
  const { facts } = useBusiness();
  const year = useSyncExternalStore(subscribeToSession, thisYear, yearOfThePage);
  return (
    <footer className="on-lacquer">
      <div className="mx-auto grid max-w-7xl gap-10 px-5 py-14 sm:px-8 md:grid-cols-[2fr_1fr_1fr] md:py-20">
        <div>
          <Logo />
          <p className="mt-6 max-w-sm text-mist">{facts.description}</p>
        </div>
        <FooterColumn heading="Your visit">
          <Link to={paths.home} className="footer-link">
            Packages and prices
          </Link>
          <Link to={paths.myBookings} className="footer-link">
            Find your booking
          </Link>
          <Link to={paths.contact} className="footer-link">
            Contact
          </Link>
        </FooterColumn>
        <FooterColumn heading="Service area">
          <p className="py-2.5">{facts.location}</p>
          <p className="pb-2.5 text-mist">Service area: {facts.serviceArea}</p>
          <a href={phoneHref(facts)} className="footer-link tabular-nums">
            {facts.phone}
          </a>
        </FooterColumn>
      </div>
      <div className="border-t border-white/15">
        <div className="mx-auto max-w-7xl py-6 pr-24 pl-5 text-sm text-mist sm:px-8">
          <p>
            © <span id="year">{year}</span> {facts.name}. All rights reserved.
          </p>
          <nav aria-label="Policies" className="flex flex-wrap gap-x-5">
            <Link to={paths.privacy} className="footer-link">
              Privacy
            </Link>
            <Link to={paths.terms} className="footer-link">
              Terms
            </Link>
            <Link to={paths.cancellation} className="footer-link">
              Cancellation
            </Link>
          </nav>
        </div>
      </div>
    </footer>
  );
}

const thisYear = () => new Date().getFullYear();

// A page may have been made last year: it is taken over as it stands, and then it is put right.
const yearOfThePage = () =>
  typeof document === 'undefined' ? thisYear() : document.getElementById('year')?.textContent;

function FooterColumn({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start">
      <h2 className="mb-2 text-sm font-semibold text-citrine">{heading}</h2>
      {children}
    </div>
  );
}

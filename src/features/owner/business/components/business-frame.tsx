import '../business.css';
import { useCallback, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Business } from '@domain/business/business.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { useLive } from '@/lib/live.ts';
import { useLocation } from '@/lib/location.tsx';
import { businessPageQuery, historyQuery, type BusinessPage } from '../api/business-page.ts';
import { UnsavedContext } from '../unsaved.ts';
import { editedBusiness } from '../use-business-draft.ts';
import { DraftBar } from './draft-bar.tsx';

type BusinessFrameProps = {
  heading: string;
  lead: string;
  children: (business: Business, page: BusinessPage) => ReactNode;
};

const parts = [
  { to: adminPaths.services, label: 'Services' },
  { to: adminPaths.vehicleClasses, label: 'Vehicle classes' },
  { to: adminPaths.addOns, label: 'Add-ons' },
  { to: adminPaths.rules, label: 'Prices and rules' },
  { to: adminPaths.coupons, label: 'Coupons' },
  { to: adminPaths.business, label: 'Business' },
  { to: adminPaths.businessHistory, label: 'History' },
];

/** On a phone the row of parts scrolls. */
function showInRow(link: HTMLAnchorElement | null) {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - row.offsetLeft - row.clientWidth / 3;
}

/** A screen of the business: its part of the draft, and below the bar that publishes all of it. */
export function BusinessFrame({ heading, lead, children }: BusinessFrameProps) {
  const query = useQuery(businessPageQuery);
  const client = useQueryClient();
  const [unsaved, setUnsaved] = useState(0);
  const countUnsaved = useCallback((more: 1 | -1) => setUnsaved((now) => now + more), []);
  useLive(['business', 'business_draft'], () => {
    void client.invalidateQueries(businessPageQuery);
    void client.invalidateQueries(historyQuery);
  });
  const { pathname } = useLocation();
  const { data: page } = query;
  return (
    <Page title={heading} heading={heading} lead={lead}>
      <nav aria-label="Parts of the business" className="business-parts">
        {parts.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === pathname ? 'page' : undefined}
            ref={to === pathname ? showInRow : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {page ? (
        <>
          <UnsavedContext value={countUnsaved}>
            {children(editedBusiness(page), page)}
          </UnsavedContext>
          <DraftBar page={page} hasUnsaved={unsaved > 0} />
        </>
      ) : (
        <NotLoaded
          query={query}
          loading="Loading your business"
          failed="Could not load your business."
        />
      )}
    </Page>
  );
}

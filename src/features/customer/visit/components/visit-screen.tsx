import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { visitStatusQuery } from '../api/visit-status.ts';
import { CallUs } from './call-us.tsx';
import { Visit } from './visit.tsx';

/** Behind the link of an email or a text message: how a visit stands, without login. */
export function VisitScreen() {
  const token = useParams()['token'] ?? '';
  const query = useQuery(visitStatusQuery(token));
  const { data } = query;
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {data ? (
        <Visit token={token} visit={data} isStale={query.isError} />
      ) : data === null ? (
        <UnknownLink />
      ) : (
        <Page title="Your visit" heading="Your visit" width="narrow">
          <NotLoaded
            query={query}
            loading="Looking up your visit"
            failed="Could not look up your visit."
          />
        </Page>
      )}
    </>
  );
}

function UnknownLink() {
  return (
    <Page
      title="Your visit"
      heading="We can’t show this visit"
      lead="Links like this work until two weeks after a visit. Please use our newest email, or open My Bookings."
      width="narrow"
    >
      <div className="flex flex-wrap gap-4 max-sm:grid">
        <ButtonLink to={paths.myBookings}>My Bookings</ButtonLink>
        <CallUs />
      </div>
    </Page>
  );
}

import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { adminPaths } from '@/config/admin-paths.ts';
import { paths } from '@/config/paths.ts';
import { useLocation } from '@/lib/location.tsx';

export default function NotFound() {
  const { pathname } = useLocation();
  return (
    // As high as a screen: the reviews that come above the footer must not push it away under the visitor's eyes.
    <div className="min-h-dvh">
      <Page
        width="narrow"
        title={pageTitles.notFound}
        heading="Page not found"
        lead="There is no page at this address. The link may be old or mistyped."
      >
        {pathname.startsWith(adminPaths.dashboard) ? (
          <ButtonLink to={adminPaths.dashboard}>Back to Today</ButtonLink>
        ) : (
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        )}
      </Page>
    </div>
  );
}

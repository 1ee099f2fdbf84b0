import { useEffect, type ReactNode } from 'react';
import { useLocation, navigate } from '@/lib/location.tsx';
import { Footer } from '@/components/layout/footer.tsx';
import { Header } from '@/components/layout/header.tsx';
import { SkipLink } from '@/components/layout/skip-link.tsx';
import { ToastHost } from '@/components/ui/toast-host.tsx';
import { paths } from '@/config/paths.ts';
import { matchPath } from '@/lib/match-path.ts';
import { isOldLink } from '@/lib/old-link.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LateChat } from './late-chat.tsx';
import { LateReviewStrip } from './late-review-strip.tsx';
import { resumeSession } from './resume-session.ts';
import { TellListening } from './tell-listening.tsx';

/** What surrounds every screen: the site's for customers, a shell of its own for the owner and for crews. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation();
  useEffect(resumeSession, []);
  // Nobody is signed in by an address: what it carries is dropped, and the login screen says what to do.
  useEffect(() => {
    if (isOldLink(hash)) navigate(paths.login, { replace: true, state: { isOldLink: true } });
  }, [hash]);
  const isOwners = matchPath(`${paths.admin}/*?`, pathname) !== null;
  return (
    <div className="flex min-h-[calc(100dvh-var(--toast-height)-var(--bar-height,0px))] flex-col">
      <SkipLink />
      {matchPath(paths.crew, pathname) !== null ? (
        <div className="flex flex-1 flex-col">
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      ) : isOwners ? (
        <div className="admin-shell">
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      ) : (
        <Site pathname={pathname}>{children}</Site>
      )}
      <ToastHost />
      <TellListening part="shell" />
    </div>
  );
}

/** The customers' site. An error in a screen leaves the way out of it standing. */
function Site({ pathname, children }: { pathname: string; children: ReactNode }) {
  return (
    <>
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 focus-quiet">
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
      <LateReviewStrip />
      <Footer />
      <LateChat />
    </>
  );
}

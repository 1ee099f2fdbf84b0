import { useEffect, type ReactNode } from 'react';
import { useLocation, navigate } from '@/lib/router.tsx';
import { Footer } from '@/components/layout/footer.tsx';
import { Header } from '@/components/layout/header.tsx';
import { SkipLink } from '@/components/layout/skip-link.tsx';
import { ToastHost } from '@/components/ui/toast-host.tsx';
import { paths } from '@/config/paths.ts';
import { isOldLink } from '@/lib/old-link.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LateChat } from './late-chat.tsx';
import { LateReviewStrip } from './late-review-strip.tsx';
import { resumeSession } from './resume-session.ts';
import { TellListening } from './tell-listening.tsx';

/** What surrounds every screen. An error in a screen leaves the way out of it standing. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation();
  useEffect(resumeSession, []);
  // Nobody is signed in by an address: what it carries is dropped, and the login screen says what to do.
  useEffect(() => {
    if (isOldLink(hash)) navigate(paths.login, { replace: true, state: { isOldLink: true } });
  }, [hash]);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 focus-quiet">
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
      <LateReviewStrip />
      <Footer />
      <LateChat />
      <ToastHost />
      <TellListening part="shell" />
    </div>
  );
}
